import Type from 'typebox';
import { daysInQuery } from '../../desk/days.ts';
import { anyObject, count, listOf, named, orNull, text, textOrNull } from '../../ground/http/document/fields.ts';
import { pageOf, pageQuery } from '../../desk/lists.ts';
import { flagInQuery, textInQuery, time } from '../../desk/requests.ts';
import { published } from '../../ground/http/document/publish.ts';
import { searchable } from '../../ground/db/text-search.ts';
import { auditList } from '../store.ts';

export const AuditRow = named('AuditRow', 'An entry of the audit log.', {
  id: text('The entry’s id.'),
  at: time('When it was done.'),
  operator: text('The name of the operator who did it, at that time.', 'The approver'),
  action: text('The action, such as supplierinvoice.approved.', 'supplier.updated'),
  subjectType: text('The type of the record.', 'supplier'),
  subjectId: text('The id, or the number, of the record.', '1042'),
  data: anyObject('More about it, such as the fields that were changed.', {
    changes: [{ field: 'iban', from: '', to: 'SE4550000000058398257466' }],
  }),
  seq: Type.Integer({
    format: 'int64',
    minimum: 1,
    description: 'The entry’s number: from 1 in each company, without gaps.',
  }),
  subject: orNull(
    Type.Object({
      title: text('The number of the record; of a work order, its title.', 'F-20871'),
      name: textOrNull('The name of the supplier or the project.'),
      amount: textOrNull('The total of an invoice, exactly.'),
      currency: textOrNull('The currency of an invoice.'),
    }),
    'The record as it is now; null if it is of another kind, or gone.',
  ),
  bulk: orNull(
    Type.Object({
      id: text('The id of the bulk decision.'),
      count: count('The number of its entries.'),
      sums: listOf('The sums of its invoices, by currency.', {
        currency: textOrNull('The currency; null for invoices without one.'),
        count: count('The number of invoices.'),
        total: text('The exact sum of their totals.'),
      }),
    }),
    'The bulk decision that begins with this entry; null for other entries.',
  ),
});

export const AuditRows = pageOf('AuditRows', 'AuditRow', 'A page of the audit log.');

/** No media type for JSON lines is registered; Elasticsearch, log shippers and HTTP clients know this one. */
export const jsonLinesType = 'application/x-ndjson';

const exampleLine = {
  seq: 57,
  companyId: '019a7c3e-8f00-7b11-9d3c-52f8a1c07e40',
  id: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77',
  at: '2026-11-15T08:00:00.000000Z',
  operatorId: '019a7c3e-9a10-7c2f-8b64-0f1d2e3c4b5a',
  operator: 'The approver',
  action: 'supplier.updated',
  subjectType: 'supplier',
  subjectId: '1042',
  data: { changes: [{ field: 'iban', from: '', to: 'SE4550000000058398257466' }] },
  previous: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  hash: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
  erased: null,
};

export const auditLinesFormat = {
  [jsonLinesType]: {
    schema: {
      type: 'string',
      description:
        'All entries, each a JSON object on a line of its own, in the order of their numbers. previous is the hash of the entry before, hash that of the entry, both in hex. If a person was erased from the entry, erased is the hash of what is left of it; a later entry audit.erased names it.',
    },
    examples: { default: { value: `${JSON.stringify(exampleLine)}\n` } },
  },
};

export const AuditQuery = Type.Object({
  operator: textInQuery('Only what this operator did: an id or a whole name.'),
  action: textInQuery('Only this action, such as supplier.updated.'),
  bulk: textInQuery('Only the entries of this bulk decision.'),
  q: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 100,
      pattern: searchable,
      description:
        'Only what was done to records with these words: invoices, suppliers and work orders as in their lists, a project by its number, anything by its id. 2 to 100 characters with a letter or a digit.',
    }),
  ),
  folded: flagInQuery(
    'true: of a bulk decision only the first entry, which has its count and sums. Files always have every entry.',
  ),
  ...daysInQuery('what was done'),
  ...pageQuery(auditList),
  format: Type.Optional(
    Type.String({
      pattern: '^(json|csv|jsonl)$',
      description:
        'csv answers all rows, not a page, as a CSV file; jsonl answers them as JSON lines with the hashes that chain them, sorted by seq unless sort says otherwise.',
      ...published({ pattern: null, enum: ['json', 'csv', 'jsonl'] }),
    }),
  ),
});
