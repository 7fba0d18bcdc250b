import Type from 'typebox';
import { daysInQuery } from '../../desk/days.ts';
import { pageOf, pageQuery, listAnswer } from '../../desk/lists.ts';
import { companyInPath, textInQuery, time } from '../../desk/requests.ts';
import { published } from '../../ground/http/document/publish.ts';
import { jsonLinesType } from '../json-lines.ts';
import { auditList } from '../store.ts';

const AuditRow = Type.Object(
  {
    id: Type.String({ description: 'The entry’s id.' }),
    at: time('When it was done.'),
    operator: Type.String({ description: 'The name of who did it, as it was then.' }),
    action: Type.String({ description: 'What was done, such as supplierinvoice.approved.' }),
    subjectType: Type.String({ description: 'What kind of thing it was done to.' }),
    subjectId: Type.String({ description: 'The id, or the number, of that thing.' }),
    data: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'More about it, such as the fields that were changed.',
    }),
    seq: Type.Integer({
      format: 'int64',
      minimum: 1,
      description: 'The entry’s number: from 1 in each company, without holes.',
    }),
  },
  { $id: 'AuditRow', description: 'Who did what.' },
);

export const exampleEntry = {
  id: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77',
  at: '2026-11-15T08:00:00.000Z',
  operator: 'The approver',
  action: 'supplier.updated',
  subjectType: 'supplier',
  subjectId: '1042',
  data: { changes: [{ field: 'iban', from: '', to: 'SE4550000000058398257466' }] },
  seq: 57,
};

/** An entry as format=jsonl has it. */
const exampleLine = {
  seq: 57,
  companyId: '019a7c3e-8f00-7b11-9d3c-52f8a1c07e40',
  id: exampleEntry.id,
  at: '2026-11-15T08:00:00.000000Z',
  operatorId: '019a7c3e-9a10-7c2f-8b64-0f1d2e3c4b5a',
  operator: exampleEntry.operator,
  action: exampleEntry.action,
  subjectType: exampleEntry.subjectType,
  subjectId: exampleEntry.subjectId,
  data: exampleEntry.data,
  previous: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  hash: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
};

/** The answer of 200, which can be JSON lines, too. */
export function auditAnswer() {
  const answer = listAnswer(Type.Ref('AuditRows'), 'A page of the audit log.', exampleEntry);
  const lines = {
    schema: {
      type: 'string',
      description:
        'All entries, each a JSON object on a line of its own, in the order of their numbers. previous is the hash of the entry before, hash that of the entry, both in hex.',
    },
    examples: { default: { value: `${JSON.stringify(exampleLine)}\n` } },
  };
  return { ...answer, content: { ...answer.content, [jsonLinesType]: lines } };
}

const AuditRows = pageOf(Type.Ref('AuditRow'), { $id: 'AuditRows', description: 'A page of the audit log.' });

export const AuditQuery = Type.Object({
  operator: textInQuery('Only what this operator did: an id or a whole name.'),
  action: textInQuery('Only this action, such as supplier.updated.'),
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

export const inCompany = Type.Object({ companyId: companyInPath });

export const auditSchemas = [AuditRow, AuditRows];
