import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors/errors.ts';
import { companyInPath, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { readContents, type Format } from '../../ground/imports/file.ts';
import { countOf, ImportError } from '../../ground/imports/mistakes.ts';
import { checkProjects, projectLayout, type ImportedProject } from '../import.ts';
import { importProjectsAs } from './actions.ts';

const accepts = ['text/csv', 'application/json'];
const mostBytes = 10 * 1024 * 1024;

/** In a scope of its own: nowhere else is CSV a body, and here JSON is a file whose mistakes have lines. */
export async function projectImportRoutes(app: FastifyInstance, { pool }: Deps): Promise<void> {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    ['application/json', 'text/csv'],
    { parseAs: 'buffer', bodyLimit: mostBytes },
    (_request, bytes, done) => done(null, bytes),
  );

  app.post('/companies/:companyId/projects/import', {
    config: { operation: 'importProjects', permission: 'edit', accepts },
    bodyLimit: mostBytes,
    // The bytes are checked as a file is, not by the schemas, which are here to be read.
    validatorCompiler: () => () => true,
    schema: {
      operationId: 'importProjects',
      summary: 'Import projects',
      description:
        'Makes or changes projects by their number, from a CSV or JSON file of at most 10 MiB. All of it is imported, or nothing: one mistake anywhere, and the answer is a 400 that names every mistake with its line, one a line.',
      tags: ['Projects'],
      params: Type.Object({ companyId: companyInPath }),
      body: {
        content: {
          'text/csv': {
            schema: Type.String({
              description: 'A header line, then a project a line; | parts proposal ids and facilities.',
              examples: [
                'number,name,proposalIds,facilities\nP1,Kvarteret Eken,P-2026-014|P-2026-020,1=Main building\n',
              ],
            }),
          },
          'application/json': { schema: Type.Array(Type.Ref('ProjectOfFile'), { description: 'The projects.' }) },
        },
      },
      response: {
        200: jsonAnswer(Type.Ref('ProjectsImported'), 'The file was imported.', {
          created: 12,
          updated: 3,
          unchanged: 0,
          warnings: [],
          notices: [],
        }),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request) => {
      const format = (request.headers['content-type'] ?? '').trimStart().toLowerCase().startsWith('text/csv')
        ? 'csv'
        : 'json';
      const imported = await importProjectsAs(pool, request.company, request.operator, read(request.body, format));
      const { warnings: notices } = imported;
      return { ...imported, warnings: notices.map(({ message }) => message), notices };
    },
  });
}

function read(body: unknown, format: Format): ImportedProject[] {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new ApiError('body.empty', { why: 'file' });
  try {
    return checkProjects(readContents(body, '', projectLayout, format));
  } catch (error) {
    if (error instanceof ImportError)
      throw new ApiError('import.invalid', countOf(error.mistakes), { problems: error.mistakes });
    throw error;
  }
}
