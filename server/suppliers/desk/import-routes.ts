import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { importSuppliersAs } from './actions.ts';
import type { OperatorDeps } from '../../deps.ts';
import { aboutImports, importRoute, importSchema, readImport, takeFiles } from '../../desk/imports.ts';
import { jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { checkSuppliers, supplierLayout } from '../import.ts';

export async function supplierImportRoutes(app: FastifyInstance, { pool, followers }: OperatorDeps): Promise<void> {
  takeFiles(app);

  app.post('/companies/:companyId/suppliers/import', {
    ...importRoute('importSuppliers'),
    schema: {
      operationId: 'importSuppliers',
      summary: 'Import suppliers',
      description: `Registers or changes suppliers by their number, from a CSV or JSON file of at most 10 MiB. What the file does not mention stays as it is; a cell that is there and empty empties it. Numbers that are new must be valid, as where one supplier is changed. Each supplier that is new or changed gives an event. Where the company’s settings say payeeTakesTwo, changes of who is paid wait for a second person. ${aboutImports}`,
      tags: ['Suppliers'],
      ...importSchema(
        {
          description: 'A header line, then a supplier a line.',
          examples: ['number,name,bankGiro\n1042,Nordbygg Material AB,991-2346\n'],
        },
        Type.Array(Type.Ref('SupplierOfFile'), { description: 'The suppliers.' }),
      ),
      response: {
        200: jsonAnswer(Type.Ref('SuppliersImported'), 'The file was imported.', {
          created: 12,
          updated: 3,
          unchanged: 85,
          encoding: 'windows-1252',
        }),
        ...operatorProblems(400, 401, 403, 404, 409),
      },
    },
    handler: async (request) => {
      const { company, operator, id: traceId } = request;
      const { records, encoding } = await readImport(request, supplierLayout, checkSuppliers);
      const call = { company, operator, traceId };
      return { ...(await importSuppliersAs({ pool, followers }, call, records)), encoding };
    },
  });
}
