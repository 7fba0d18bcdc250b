import type { FastifyInstance, FastifyReply } from 'fastify';
import * as actions from './actions.ts';
import * as schemas from './schemas.ts';
import { projectImport } from '../../../common/imports/projects.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { etagHeaders, expectedBy } from '../../desk/etag.ts';
import { addImport } from '../../desk/imports.ts';
import { operations } from '../../desk/operation.ts';
import { checkProjects, projectLayout } from '../import.ts';

const tag = 'Projects';
const path = '/companies/:companyId/projects';
const answersProject = { answer: schemas.ProjectRecord, ...etagHeaders };

const send = (reply: FastifyReply, project: Parameters<typeof actions.etagOfProject>[0]) =>
  reply.header('etag', actions.etagOfProject(project)).send(project);

async function projectRoutes(app: FastifyInstance, deps: OperatorDeps): Promise<void> {
  const { pool } = deps;
  const operation = operations(app, deps, tag);

  operation.list(path, {
    id: 'listProjects',
    permission: 'read',
    summary: 'List projects',
    description:
      'Answers the company’s projects, page by page, each with warnings about what keeps partners from creating work orders for it.',
    query: schemas.ProjectsQuery,
    answer: schemas.ProjectRows,
    file: 'projects',
    source: ({ company, query }) => actions.listProjects(pool, company, query),
  });

  operation.post(path, {
    id: 'createProject',
    permission: 'edit',
    summary: 'Create a project',
    description: 'Creates a project. Partners can then create work orders for it.',
    body: schemas.ProjectForm,
    ...answersProject,
    problems: [409],
    handler: async (call) => send(call.reply, await actions.createProject(pool, call)),
  });

  operation.get(`${path}/:id`, {
    id: 'readProject',
    permission: 'read',
    summary: 'Read a project',
    description: 'Answers a project with its proposal ids, facilities and warnings.',
    ...answersProject,
    handler: async ({ reply, company, id }) => send(reply, await actions.readProject(pool, company, id)),
  });

  operation.put(`${path}/:id`, {
    id: 'changeProject',
    permission: 'edit',
    summary: 'Change a project',
    description:
      'Replaces the project: proposal ids and facilities that are not in the body are removed from it. Existing work orders stay as they are.',
    body: schemas.ProjectForm,
    ifMatch: true,
    ...answersProject,
    problems: [409],
    handler: async (call) => send(call.reply, await actions.changeProject(pool, call, expectedBy(call.request))),
  });

  await addImport(app, deps, 'projects', {
    tag,
    id: 'importProjects',
    summary: 'Import projects',
    description: 'Creates or changes projects by their number. In CSV | separates proposal ids and facilities.',
    declaration: projectImport,
    record: schemas.ProjectOfFile,
    answer: schemas.ProjectsImported,
    layout: projectLayout,
    check: checkProjects,
    write: ({ company, operator }, projects, isExpected) =>
      actions.importProjectsAs(pool, company, operator, projects, isExpected),
    preview: {
      id: 'previewProjectsImport',
      summary: 'Preview an import of projects',
      answer: schemas.ProjectsPreview,
      read: ({ company }, projects) => actions.previewProjects(pool, company, projects),
    },
  });
}

export const projectsDesk: Desk = {
  schemas: [
    schemas.ProjectForm,
    schemas.ProjectOfFile,
    schemas.ProjectRecord,
    schemas.ProjectRows,
    schemas.ProjectsImported,
    schemas.ProjectsPreview,
  ],
  routes: projectRoutes,
};
