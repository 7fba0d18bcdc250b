import Type from 'typebox';
import { dueList } from './reports-queries.ts';
import { waitReasonNames, type WaitReason } from '../../../common/names/waiting.ts';
import { catchingUp, pageOf, pageQuery } from '../../desk/lists.ts';
import { timeOrNull } from '../../desk/requests.ts';
import { count, flag, group, listOf, named, oneOf, text, textOrNull } from '../../ground/http/document/fields.ts';
import { published } from '../../ground/http/document/publish.ts';
import { invoiceState } from '../../supplier-invoices/desk/lists/list-schemas.ts';

const days = (description: string, example: number) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description, examples: [example] });

const figures = {
  decided: count(
    'The number of invoices approved or rejected in the period; at most the last 50,000 of all are counted.',
    31,
  ),
  medianDays: days(
    'Half of them took no longer than this from arrival to decision, in days; null if there are none.',
    1.25,
  ),
  nineInTenDays: days('Nine in ten of them took no longer than this, in days; null if there are none.', 6.5),
  since: timeOrNull('When the first of those that wait arrived; null if none waits.'),
};

const reasons = Object.keys(waitReasonNames.en) as WaitReason[];

export const WaitingReport = named(
  'WaitingReport',
  'How long invoices take to be decided, and how many wait and why.',
  {
    approvers: listOf(
      'The users who decided in the period or with whom invoices wait, by name; at last what waits with nobody.',
      {
        id: textOrNull('The user’s id; null for nobody.'),
        name: textOrNull('The user’s name; null for nobody.', 'Anna Berg'),
        ...figures,
        waiting: count(
          'The number of undecided invoices with the user, without those that wait for the partner’s answer.',
          4,
        ),
      },
    ),
    partners: listOf('The partners by name, at most 200.', {
      partner: text('The name of the partner.', 'Scanner'),
      arrived: count('The number of invoices that arrived in the period, counted up to 50,000.', 420),
      ...figures,
      waiting: count('The number of its undecided invoices.', 12),
      because: group('The same by reason; each is counted once.', {
        question: count('An answer of the partner, to a question that is open and not due.', 2),
        held: count('A release; they are held.', 1),
        secondApproval: count('The second of two approvals.', 1),
        file: count('A file that is missing, or that is not read yet.', 1),
        company: count('A decision, and nothing else.', 7),
      }),
    }),
    more: flag('True if more than 50,000 invoices wait: only those due first are counted.', false),
    catchingUp,
  },
);

const DueRow = named('DueRow', 'An undecided invoice that is overdue or falls due this week.', {
  id: text('The id that the service gave the invoice.'),
  paymentDueDay: text('The due date, as YYYY-MM-DD.', '2026-11-20'),
  daysLeft: count('The days until then in the company’s time zone; below zero if it is overdue.', 2),
  supplierInvoiceNumber: textOrNull('The supplier’s invoice number.', 'F-20871'),
  externalReferenceId: text('The partner’s own identifier of it.', 'scan-4711'),
  supplierNumber: text('The supplier’s number.', '1042'),
  supplierName: text('The supplier’s name in the company’s records.', 'Nordbygg Material AB'),
  totalPrice: textOrNull('The invoice total, with every digit.', '1568.75'),
  currency: textOrNull('The currency.', 'SEK'),
  state: invoiceState,
  with: Type.Array(Type.String(), {
    description: 'The users with whom it waits; empty for nobody.',
    examples: [['Anna Berg']],
  }),
  because: oneOf(
    reasons,
    'What it waits for: question, an answer of the partner; held, a release; secondApproval, the second of two approvals; file, a file that is missing or not read yet; company, a decision and nothing else.',
  ),
  partner: text('The name of the partner that sent it.', 'Scanner'),
});

export const DueRows = pageOf('DueRows', 'DueRow', 'A page of invoices that are overdue or fall due this week.');

const { format, language, zone } = pageQuery(dueList);

export const WaitingQuery = Type.Object({
  days: Type.Optional(
    Type.String({
      pattern: '^(30|90|365)$',
      description: 'The number of days, including today: 30, which is the default, 90 or 365.',
      ...published({ type: 'integer', pattern: null, enum: [30, 90, 365] }),
    }),
  ),
  of: Type.Optional(
    Type.String({
      pattern: '^(approvers|partners)$',
      description: 'The rows of a CSV file: approvers, which is the default, or partners.',
      ...published({ pattern: null, enum: ['approvers', 'partners'] }),
    }),
  ),
  format,
  language,
  zone,
});
export const DueQuery = Type.Object(pageQuery(dueList));

export const reportSchemas = [WaitingReport, DueRow, DueRows];
