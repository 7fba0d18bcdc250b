import Type from 'typebox';
import { pageOf, pageQuery } from '../http/lists.ts';
import { daysInQuery } from '../http/days.ts';
import { companyInPath, textInQuery, time } from '../http/operator-requests.ts';
import { auditList } from './store.ts';

const AuditRow = Type.Object(
  {
    id: Type.String({ description: 'The entry’s id.' }),
    at: time('When it was done.'),
    operator: Type.String({ description: 'The name of who did it, as it was then.' }),
    action: Type.String({ description: 'What was done, such as supplierinvoice.approved.' }),
    subjectType: Type.String({ description: 'What kind of thing it was done to.' }),
    subjectId: Type.String({ description: 'The id, or the number, of that thing.' }),
    data: Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'More about it, such as the fields that were changed.' }),
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
};

const AuditRows = pageOf(Type.Ref('AuditRow'), { $id: 'AuditRows', description: 'A page of the audit log.' });

export const AuditQuery = Type.Object({
  operator: textInQuery('Only what this operator did: an id or a whole name.'),
  action: textInQuery('Only this action, such as supplier.updated.'),
  ...daysInQuery('what was done'),
  ...pageQuery(auditList),
});

export const inCompany = Type.Object({ companyId: companyInPath });

export const auditSchemas = [AuditRow, AuditRows];
