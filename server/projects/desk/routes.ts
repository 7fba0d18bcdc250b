import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  changeProject,
  createProject,
  etagOfProject,
  importProjectsAs,
  listProjects,
  previewProjects,
  readProject,
} from './actions.ts';
import {
  ProjectForm,
  ProjectOfFile,
  ProjectRecord,
  ProjectRows,
  ProjectsImported,
  ProjectsPreview,
  ProjectsQuery,
} from './schemas.ts';
import { projectImport } from '../../../common/imports/projects.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { etagHeaders, expectedBy } from '../../desk/etag.ts';
import { addImport } from '../../desk/imports.ts';
import { operations } from '../../desk/operation.ts';
import { checkProjects, projectLayout } from '../import.ts';

const tag = 'Projects';
const path = '/companies/:companyId/projects';
const answersProject = { answer: ProjectRecord, ...etagHeaders };

const send = (reply: FastifyReply, project: Parameters<typeof etagOfProject>[0]) =>
  reply.header('etag', etagOfProject(project)).send(project);

async function projectRoutes(app: FastifyInstance, deps: OperatorDeps): Promise<void> {
  const { pool } = deps;
  const operation = operations(app, deps, tag);

  operation.list(path, {
    id: 'listProjects',
    permission: 'read',
    summary: 'List projects',
    description:
      'Answers the company’s projects, page by page, each with warnings about what keeps partners from creating work orders for it.',
    query: ProjectsQuery,
    answer: ProjectRows,
    file: 'projects',
    source: ({ company, query }) => listProjects(pool, company, query),
  });

  operation.post(path, {
    id: 'createProject',
    permission: 'edit',
    summary: 'Create a project',
    description: 'Creates a project. Partners can then create work orders for it.',
    body: ProjectForm,
    ...answersProject,
    problems: [409],
    handler: async (call) => send(call.reply, await createProject(pool, call)),
  });

  operation.get(`${path}/:id`, {
    id: 'readProject',
    permission: 'read',
    summary: 'Read a project',
    description: 'Answers a project with its proposal ids, facilities and warnings.',
    ...answersProject,
    handler: async ({ reply, company, id }) => send(reply, await readProject(pool, company, id)),
  });

  operation.put(`${path}/:id`, {
    id: 'changeProject',
    permission: 'edit',
    summary: 'Change a project',
    description:
      'Replaces the project: proposal ids and facilities that are not in the body are removed from it. Existing work orders stay as they are.',
    body: ProjectForm,
    ifMatch: true,
    ...answersProject,
    problems: [409],
    handler: async (call) => send(call.reply, await changeProject(pool, call, expectedBy(call.request))),
  });

  await addImport(app, deps, 'projects', {
    tag,
    id: 'importProjects',
    summary: 'Import projects',
    description: 'Creates or changes projects by their number. In CSV | separates proposal ids and facilities.',
    declaration: projectImport,
    record: ProjectOfFile,
    answer: ProjectsImported,
    layout: projectLayout,
    check: checkProjects,
    write: ({ company, operator }, projects, isExpected) =>
      importProjectsAs(pool, company, operator, projects, isExpected),
    preview: {
      id: 'previewProjectsImport',
      summary: 'Preview an import of projects',
      answer: ProjectsPreview,
      read: ({ company }, projects) => previewProjects(pool, company, projects),
    },
  });
}

export const projectsDesk: Desk = {
  schemas: [ProjectForm, ProjectOfFile, ProjectRecord, ProjectRows, ProjectsImported, ProjectsPreview],
  routes: projectRoutes,
};
