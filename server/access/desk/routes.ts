import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { changePartner, createCompany, createPartner } from './actions.ts';
import { companiesWhere, companyList, partnerList, partnersWhere } from './queries.ts';
import {
  CompaniesQuery,
  CompanyForm,
  inCompany,
  PartnerForm,
  partnerInPath,
  PartnerPatch,
  PartnersQuery,
} from './schemas.ts';
import type { Deps } from '../../deps.ts';
import { listAnswer, sendList } from '../../desk/lists.ts';
import { checkAddress, checkForm, doneAnswer, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';

const tags = ['Access'];
const made = jsonAnswer(Type.Ref('Made'), 'It was made.', { id: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77' });

export function companyRoutes(app: FastifyInstance, { pool }: Deps): void {
  app.get('/companies', {
    config: { operation: 'listCompanies', permission: 'signedIn' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listCompanies',
      summary: 'List companies',
      description: 'Answers the companies that the operator may enter; for an administrator, every company.',
      tags,
      querystring: CompaniesQuery,
      response: { 200: listAnswer(Type.Ref('CompanyRows'), 'A page of companies.'), ...operatorProblems(400, 401) },
    },
    handler: async (request, reply) =>
      sendList(
        request,
        reply,
        'companies',
        pool,
        companyList(request.operator.administrator),
        companiesWhere(request.operator),
      ),
  });

  app.post('/companies', {
    config: { operation: 'createCompany', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(CompanyForm),
    schema: {
      operationId: 'createCompany',
      summary: 'Create a company',
      description: 'Makes a company. Administrators may enter it at once.',
      tags,
      body: Type.Ref('CompanyForm'),
      response: { 200: made, ...operatorProblems(400, 401, 403, 409) },
    },
    handler: async (request) => createCompany(pool, request.operator, (request.body as CompanyForm).name),
  });

  app.get('/companies/:companyId/partners', {
    config: { operation: 'listPartners', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listPartners',
      summary: 'List partners',
      description: 'Answers the partners of the company.',
      tags,
      params: inCompany,
      querystring: PartnersQuery,
      response: {
        200: listAnswer(Type.Ref('PartnerRows'), 'A page of partners.'),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) =>
      sendList(request, reply, 'partners', pool, partnerList(new Date()), partnersWhere(request.company)),
  });

  app.post('/companies/:companyId/partners', {
    config: { operation: 'createPartner', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(PartnerForm),
    schema: {
      operationId: 'createPartner',
      summary: 'Create a partner',
      description: 'Makes a partner of the company. It can call once it has an access token or client credentials.',
      tags,
      params: inCompany,
      body: Type.Ref('PartnerForm'),
      response: { 200: made, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: async (request) =>
      createPartner(pool, request.company, request.operator, (request.body as PartnerForm).name),
  });

  app.patch('/companies/:companyId/partners/:id', {
    config: { operation: 'changePartner', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(PartnerPatch, { name: 'field.fixed' }),
    schema: {
      operationId: 'changePartner',
      summary: 'Change a partner',
      description: 'Changes what is sent. Every process goes by it within a second.',
      tags,
      params: partnerInPath,
      body: Type.Ref('PartnerPatch'),
      response: { 204: doneAnswer, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: async (request, reply) => {
      await changePartner(
        pool,
        request.company,
        request.operator,
        (request.params as { id: string }).id,
        request.body as PartnerPatch,
      );
      return reply.code(204).send();
    },
  });
}
