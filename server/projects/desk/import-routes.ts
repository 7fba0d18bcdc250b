import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { importProjectsAs } from './actions.ts';
import type { Deps } from '../../deps.ts';
import { aboutImports, importRoute, importSchema, readImport, takeFiles } from '../../desk/imports.ts';
import { jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { checkProjects, projectLayout } from '../import.ts';

export async function projectImportRoutes(app: FastifyInstance, { pool }: Deps): Promise<void> {
  takeFiles(app);

  app.post('/companies/:companyId/projects/import', {
    ...importRoute('importProjects'),
    schema: {
      operationId: 'importProjects',
      summary: 'Import projects',
      description: `Makes or changes projects by their number, from a CSV or JSON file of at most 10 MiB. ${aboutImports}`,
      tags: ['Projects'],
      ...importSchema(
        {
          description: 'A header line, then a project a line; | parts proposal ids and facilities.',
          examples: ['number,name,proposalIds,facilities\nP1,Kvarteret Eken,P-2026-014|P-2026-020,1=Main building\n'],
        },
        Type.Array(Type.Ref('ProjectOfFile'), { description: 'The projects.' }),
      ),
      response: {
        200: jsonAnswer(Type.Ref('ProjectsImported'), 'The file was imported.', {
          created: 12,
          updated: 3,
          unchanged: 0,
          warnings: [],
          notices: [],
          encoding: 'utf-8',
        }),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request) => {
      const { records, encoding } = await readImport(request, projectLayout, checkProjects);
      const imported = await importProjectsAs(pool, request.company, request.operator, records);
      const { warnings: notices } = imported;
      return { ...imported, warnings: notices.map(({ message }) => message), notices, encoding };
    },
  });
}
