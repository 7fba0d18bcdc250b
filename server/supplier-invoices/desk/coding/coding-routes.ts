import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { codeInvoice } from './coding-actions.ts';
import { InvoiceCodingForm } from './coding-schemas.ts';
import { sendInvoice } from '../invoice-routes.ts';
import { InvoiceRecord } from '../invoice-schemas.ts';
import { codingKinds, maxCodeLength, maxCodingValues } from '../../../../common/coding.ts';
import { thousands } from '../../../../common/errors/words.ts';
import { codingImport } from '../../../../common/imports/coding.ts';
import type { OperatorDeps } from '../../../deps.ts';
import type { Desk } from '../../../desk/desk.ts';
import { addImport, importOutcome, importPreview } from '../../../desk/imports.ts';
import { operations } from '../../../desk/operation.ts';
import { flag, form, oneOf, requiredText } from '../../../ground/http/document/fields.ts';
import { checkCodingValues, codingLayout, importCodingAs, planCodingImport } from '../../coding/import.ts';

const CodingValueOfFile = form('CodingValueOfFile', 'A code of an import.', {
  kind: oneOf(codingKinds, 'The list that it belongs to.'),
  code: requiredText(`The code, unique in its list, of at most ${maxCodeLength} characters.`, '4010'),
  name: requiredText('The name.', 'Materials'),
  active: Type.Optional(
    flag('Whether invoices can be coded with it. Absent, it stays as it is; a new code is active.', true),
  ),
});
const CodingImported = importOutcome('CodingImported', 'codes', {});
const CodingPreview = importPreview('CodingPreview', 'codes');

const tag = 'Supplier invoices';

async function codingRoutes(app: FastifyInstance, deps: OperatorDeps): Promise<void> {
  const { pool } = deps;
  operations(app, deps, tag).put('/companies/:companyId/invoices/:id/coding', {
    id: 'codeInvoice',
    permission: 'edit',
    summary: 'Code a supplier invoice',
    description:
      'Replaces the coding of a received, held or approved invoice: codes of the company’s lists for the whole invoice, for each of its lines, or for amounts that add up to its total. Partners do not see it. A change is the event supplierinvoice.coded.',
    body: InvoiceCodingForm,
    answer: InvoiceRecord,
    problems: [409],
    handler: async (context) => {
      await codeInvoice(deps, context);
      return sendInvoice(pool, context);
    },
  });

  await addImport(app, deps, 'coding', {
    tag,
    id: 'importCoding',
    proof: true,
    summary: 'Import coding lists',
    description: `Adds or changes codes of accounts, cost centres, projects and VAT, by list and code. A code that is not in the file stays; active false ends it, and invoices that have it keep it. A company has at most ${thousands(maxCodingValues)} codes.`,
    declaration: codingImport,
    record: CodingValueOfFile,
    answer: CodingImported,
    problems: [409],
    layout: codingLayout,
    check: checkCodingValues,
    write: ({ company, operator }, values, isExpected) => importCodingAs(pool, company, operator, values, isExpected),
    preview: {
      id: 'previewCodingImport',
      summary: 'Preview an import of coding lists',
      answer: CodingPreview,
      read: ({ company }, values) => planCodingImport(pool, company, values),
    },
  });
}

export const codingDesk: Desk = {
  schemas: [InvoiceCodingForm, CodingValueOfFile, CodingImported, CodingPreview],
  routes: codingRoutes,
};
