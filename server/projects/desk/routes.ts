import type { FastifyInstance, FastifyReply } from 'fastify';
import Type from 'typebox';
import { changeProject, createProject, etagOfProject } from './actions.ts';
import { projectList, projectsWhere, readProject, type ProjectRecord } from './queries.ts';
import { exampleProject, ProjectForm, projectInPath, ProjectsQuery } from './schemas.ts';
import type { Deps } from '../../deps.ts';
import { etagHeaders, expectedBy } from '../../desk/etag.ts';
import { listAnswer, sendList } from '../../desk/lists.ts';
import { checkAddress, checkForm, companyInPath, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { notFound } from '../../errors/errors.ts';

const tags = ['Projects'];
const path = '/companies/:companyId/projects';
const answer = { ...jsonAnswer(Type.Ref('ProjectRecord'), 'The project.', exampleProject), ...etagHeaders };
const send = (reply: FastifyReply, project: ProjectRecord) =>
  reply.header('etag', etagOfProject(project)).send(project);

export function projectOperatorRoutes(app: FastifyInstance, { pool }: Deps): void {
  app.get(path, {
    config: { operation: 'listProjects', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listProjects',
      summary: 'List projects',
      description:
        'Answers the company’s projects, page by page, each with warnings about what keeps partners from creating work orders for it.',
      tags,
      params: Type.Object({ companyId: companyInPath }),
      querystring: ProjectsQuery,
      response: {
        200: listAnswer(Type.Ref('ProjectRows'), 'A page of projects.', exampleProject),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) =>
      sendList(
        request,
        reply,
        'projects',
        pool,
        projectList,
        await projectsWhere(pool, request.company, request.query as { q?: string; warnings?: string }),
      ),
  });

  app.post(path, {
    config: { operation: 'createProject', permission: 'edit' },
    attachValidation: true,
    preHandler: checkForm(ProjectForm),
    schema: {
      operationId: 'createProject',
      summary: 'Create a project',
      description: 'Makes a project, for which partners can create work orders from then on.',
      tags,
      params: Type.Object({ companyId: companyInPath }),
      body: Type.Ref('ProjectForm'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: async (request, reply) =>
      send(reply, await createProject(pool, request.company, request.operator, request.body as ProjectForm)),
  });

  app.get(`${path}/:id`, {
    config: { operation: 'readProject', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readProject',
      summary: 'Read a project',
      description: 'Answers a project with what belongs to it.',
      tags,
      params: projectInPath,
      response: { 200: answer, ...operatorProblems(401, 403, 404) },
    },
    handler: async (request, reply) => {
      const project = await readProject(pool, request.company, (request.params as { id: string }).id);
      if (project === undefined) throw notFound();
      return send(reply, project);
    },
  });

  app.put(`${path}/:id`, {
    config: { operation: 'changeProject', permission: 'edit', ifMatch: true },
    attachValidation: true,
    preHandler: checkForm(ProjectForm),
    schema: {
      operationId: 'changeProject',
      summary: 'Change a project',
      description:
        'The project becomes what is sent: proposal ids and facilities that are not named any more are taken off it. Work orders that exist stay as they are.',
      tags,
      params: projectInPath,
      body: Type.Ref('ProjectForm'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409, 412) },
    },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string };
      const form = request.body as ProjectForm;
      return send(reply, await changeProject(pool, request.company, request.operator, id, form, expectedBy(request)));
    },
  });
}
