import Type from 'typebox';
import { dueList, reportedBy, waitingList } from './reports-queries.ts';
import { waitReasonNames, type WaitReason } from '../../../common/names/waiting.ts';
import { pageOf, pageQuery } from '../../desk/lists.ts';
import { timeOrNull } from '../../desk/requests.ts';
import { count, group, named, oneOf, textOrNull } from '../../ground/http/document/fields.ts';
import { published } from '../../ground/http/document/publish.ts';
import { InvoiceRow } from '../../supplier-invoices/desk/lists/list-schemas.ts';

const numberOrNull = (type: 'integer' | 'number', description: string, example: number) =>
  Type.Unsafe<number | null>({ type: [type, 'null'], description, examples: [example] });

const WaitingRow = named('WaitingRow', 'A user or a partner, with what was decided in the period and what waits now.', {
  id: textOrNull('The id of the user or the partner; null for what waits with nobody.'),
  name: textOrNull('The name; null for nobody.', 'Anna Berg'),
  arrived: numberOrNull('integer', 'The invoices of the partner that arrived; null for a user.', 420),
  decided: count('The invoices that were approved or rejected, by the user or of the partner.', 31),
  medianDays: numberOrNull('number', 'Half of them took no longer than this from arrival to decision, in days.', 1.25),
  nineInTenDays: numberOrNull('number', 'Nine in ten of them took no longer than this, in days.', 6.5),
  waiting: count('The undecided invoices with the user or of the partner.', 12),
  since: timeOrNull('When the first of them arrived; null if there is none.'),
  because: group('The same by what they wait for; each is counted once.', {
    question: count('An answer of the partner, to a question that is open and not due.', 2),
    held: count('A release.', 1),
    secondApproval: count('The second of two approvals.', 1),
    file: count('A file that is missing or not read yet.', 1),
    company: count('A decision, and nothing else.', 7),
  }),
});

const DueRow = named('DueRow', 'An undecided invoice that is overdue or falls due this week.', {
  ...InvoiceRow.properties,
  daysLeft: count('The days until the due date in the company’s time zone; below zero if it is overdue.', 2),
  because: oneOf(Object.keys(waitReasonNames.en) as WaitReason[], 'What it waits for, as in the report of what waits.'),
});

export const WaitingRows = pageOf('WaitingRows', 'WaitingRow', 'A page of users or partners.');
export const DueRows = pageOf('DueRows', 'DueRow', 'A page of invoices that are overdue or fall due this week.');

export const WaitingQuery = Type.Object({
  of: Type.Optional(oneOf(Object.keys(reportedBy), 'A row for each user, or for each partner, which is the default.')),
  days: Type.Optional(
    Type.String({
      pattern: '^(30|90|365)$',
      description: 'The number of days until now: 30, which is the default, 90 or 365.',
      ...published({ type: 'integer', pattern: null, enum: [30, 90, 365], minimum: 30, maximum: 365 }),
    }),
  ),
  ...pageQuery(waitingList('partners', 30)),
});
export const DueQuery = Type.Object(pageQuery(dueList));

export const reportSchemas = [WaitingRow, WaitingRows, DueRow, DueRows];
