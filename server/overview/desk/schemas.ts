import Type, { type Static } from 'typebox';
import { zoneInQuery } from '../../desk/days.ts';
import {
  count,
  flag,
  group,
  listOf,
  named,
  oneOf,
  text,
  textOrNull,
  arrayOf,
  numberInQuery,
} from '../../ground/http/document/fields.ts';
import { catchingUp } from '../../desk/lists.ts';
import { time, timeOrNull } from '../../desk/requests.ts';
import { parametersShape } from '../../desk/shapes.ts';
import { fileProblems } from '../../files/store.ts';
import { invoiceMatch } from '../../supplier-invoices/desk/lists/match-schema.ts';
import { notBlank } from '../../ground/http/document/publish.ts';

const day = (description: string, example: string) => text(`${description}, as YYYY-MM-DD.`, example);
const days = (description: string, example: number) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description, examples: [example] });
const partner = text('The name of the partner.', 'Scanner');

const decisionTimes = {
  count: count('The number of invoices that were approved or rejected; at most the last 50,000 are counted.', 311),
  medianDays: days('Half of them took no longer than this, in days; null if there are none.', 1.25),
  nineInTenDays: days('Nine in ten of them took no longer than this, in days; null if there are none.', 6.5),
};

const waitingProposals = (description: string) =>
  group(description, {
    waiting: count('The number of proposals.', 2),
    confirmable: count('The number of those that the caller can confirm.', 1),
  });

export const Overview = named('Overview', 'What arrived, what failed, what waits and for how long.', {
  arrivals: listOf('Arrivals by day and partner, in order of time. A day and partner without any has no entry.', {
    day: text('The day, as YYYY-MM-DD.', '2026-11-15'),
    partner: text(
      'The name of the partner; “the company” for suppliers that the company registered itself.',
      'Scanner',
    ),
    invoices: count('The number of supplier invoices that arrived.', 42),
    suppliers: count('The number of suppliers that were registered.', 1),
    workOrders: count('The number of work orders that arrived.', 3),
  }),
  failures: listOf('Failed calls by cause, the most frequent first, at most 50.', {
    operation: text('The operation that failed.', 'createSupplierInvoice'),
    status: count('The HTTP status of the answer.', 400),
    reason: text(
      'The reason, without the values that differ from call to call. The list of calls takes it as cause.',
      'There is no supplier with this number.',
    ),
    count: count('The number of calls.', 2),
    code: Type.Optional(
      text(
        'The code of the error. It is missing if the calls were stored before errors had codes.',
        'supplier.unknown',
      ),
    ),
    parameters: Type.Optional(parametersShape),
    problem: Type.Optional(
      group('The first problem of the body, if it had any.', {
        path: text('The path in the body, without the numbers of lines: articles[].price.'),
        code: text('The code of the problem.'),
        parameters: Type.Optional(parametersShape),
      }),
    ),
    more: Type.Optional(flag('True if the bodies also had problems of other kinds.')),
  }),
  findings: listOf(
    'The number of invoices of these days with each finding that nobody has dismissed, by partner, the most frequent first, at most 100.',
    {
      partner,
      code: text('The code of the finding.', 'sum.total'),
      count: count('The number of the partner’s invoices that have it.', 12),
    },
  ),
  waiting: group('What waits for a person.', {
    received: count('Invoices that nobody has decided on.', 17),
    held: count('Invoices that are held until an operator releases them.', 1),
    forPartner: count(
      'Received and held invoices that wait for an answer of the partner that is not due yet. Apart from due, mentions and calls, no other figure counts them.',
      2,
    ),
    signed: count('Invoices that wait for a second approver; they are also counted as received.', 2),
    signedByOthers: count('Those of them that somebody else than the caller signed.', 1),
    workOrders: count('Open work orders.', 5),
  }),
  oldest: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When the oldest invoice arrived that is neither decided nor held; null if there is none.',
    examples: ['2026-11-02T07:14:00.000Z'],
  }),
  ages: listOf('Invoices that are neither decided nor held, by the days since they arrived.', {
    leastDays: count('The lowest age, in days since arrival.', 3),
    mostDays: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The highest age, in days since arrival; null if there is no end.',
      examples: [7],
    }),
    from: textOrNull('The first day of arrival, as YYYY-MM-DD; null if there is none.', '2026-11-08'),
    to: day('The last day of arrival', '2026-11-12'),
    count: count('The number of invoices.', 3),
  }),
  due: group('Invoices that are due and neither approved nor rejected, including held ones, without credit notes.', {
    overdue: count('The number that were due before today.', 2),
    thisWeek: count('The number that are due from today to the end of the week.', 4),
    from: day('Today', '2026-11-15'),
    to: day('The Sunday of this week', '2026-11-15'),
  }),
  heldFor: listOf('The findings for which invoices are held, the most frequent first.', {
    code: text('The code of the finding.', 'payee.bankgiro'),
    count: count('The number of held invoices that have it.', 1),
  }),
  mine: group('Invoices for the caller that are neither approved nor rejected.', {
    waiting: count('Invoices that wait for the caller, by rules or by assignment.', 5),
    assigned: count('Invoices that are assigned to the caller.', 3),
    answered: count('Invoices in which the partner has answered a question of the caller.', 1),
    mentions: count('Invoices with a note that mentions the caller.', 1),
  }),
  proposals: group('Proposed changes that wait for confirmation.', {
    payees: waitingProposals('Changes of suppliers.'),
    checks: waitingProposals('Changes that make a check of the payee weaker.'),
    settings: waitingProposals('Changes of settings that weaken a duty.'),
  }),
  decisions: group('The time from arrival to decision, of invoices decided in the period.', {
    ...decisionTimes,
    before: group('The same for the period before, which is as long.', decisionTimes),
  }),
  calls: group('The calls of the last seven days, including today, and of the seven before, by partner.', {
    from: day('The first of the last seven days', '2026-11-09'),
    to: day('Today', '2026-11-15'),
    partners: listOf('The partners that called, the one with the most failures first, at most 50.', {
      partner,
      calls: count('The number of its calls in the last seven days.', 420),
      failed: count('The number of those that failed.', 6),
      callsBefore: count('The number of its calls in the seven days before.', 398),
      failedBefore: count('The number of those that failed.', 19),
    }),
  }),
  failed: count('The number of calls that failed in the period.', 25),
  endpointsOff: arrayOf(
    Type.Object({
      id: text('The endpoint’s id.'),
      url: Type.Optional(text('Its address; for administrators only.')),
      partner: textOrNull('The partner that it belongs to; null for a system of the company.'),
      at: time('When it was switched off.'),
      why: oneOf(['gone', 'failing'], 'gone: it answered 410. failing: it failed for three days.'),
    }),
    'Webhook endpoints that the service switched off by itself, the latest first, until they are switched on or deleted.',
    [],
  ),
  files: group('The verification of attached files. A share is read every night, so that each is read once a month.', {
    verifiedAt: timeOrNull('When files were last verified; null if that has never happened.'),
    verified: count('The number of files that were verified in the last month.', 1204),
    total: count('The number of all files when they were last verified.', 1204),
    damaged: count('The number of files that are missing or altered.', 0),
    firstDamaged: arrayOf(
      Type.Object({
        supplierInvoiceId: text('The invoice.'),
        supplierInvoiceNumber: textOrNull('The supplier’s number of it.'),
        externalReferenceId: text('The partner’s reference of it.'),
        attachmentId: text('The file.'),
        fileName: text('The name of the file.'),
        problem: oneOf(
          fileProblems,
          'missing: its bytes are gone. altered: they are not those that were attached, or cannot be read.',
        ),
        foundAt: time('When it was found.'),
      }),
      'Invoices with such a file, the latest first, at most 10.',
      [],
    ),
  }),
  backup: group('The backups of the whole installation.', {
    schedule: oneOf(
      ['nightly', 'none', 'elsewhere'],
      'nightly: the service takes a backup every night. none: only the command doorway backup takes one. elsewhere: backups are taken by other means, so nothing warns.',
    ),
    takenAt: timeOrNull('When the last good backup was taken; null if there is none.'),
    isOverdue: flag('True if no good backup was taken in the last 48 hours, except in the first 48 hours.', false),
    failedAt: timeOrNull('When the last backup failed; null if a good one was taken since.'),
    problem: Type.Optional(text('Why it failed; for administrators of the installation only.')),
    place: Type.Optional(
      text(
        'Where the last good backup is stored; for administrators of the installation only.',
        's3://backups/doorway',
      ),
    ),
  }),
  catchingUp,
});
export type Overview = Static<typeof Overview>;

const resultTypes = ['invoice', 'supplier', 'project', 'workOrder', 'partner', 'request'] as const;
export type ResultType = (typeof resultTypes)[number];

export const SearchResults = named('SearchResults', 'The matches of a search over everything.', {
  results: listOf('The matches, the best first, at most 20.', {
    type: oneOf(resultTypes, 'The type of the record.'),
    id: text('Its id; the number of a supplier, the trace id of a call.', '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88'),
    title: text('Its title.', 'F-20871'),
    subtitle: text(
      'Details that distinguish it from others of the same title.',
      'scan-4711 · Nordbygg Material AB · 1568.75 SEK',
    ),
    reference: Type.Optional(text('The external reference id of an invoice.', 'scan-4711')),
    supplierName: Type.Optional(text('The name of an invoice’s supplier.', 'Nordbygg Material AB')),
    amount: Type.Optional(text('The total of an invoice, with every digit, if it has one.', '1568.75')),
    currency: Type.Optional(text('Its currency.', 'SEK')),
    proposalIds: Type.Optional(arrayOf(Type.String(), 'The proposal ids of a project, at most 5.')),
    match: invoiceMatch('Why an invoice was found, if its title and details do not show it.'),
    operation: Type.Optional(text('The operation of a call.')),
    status: Type.Optional(count('The HTTP status of a call’s answer.')),
    partner: Type.Optional(text('The partner that called.')),
    at: Type.Optional(time('When it called.')),
  }),
  catchingUp,
});
export type SearchResult = Static<typeof SearchResults>['results'][number];

export const OverviewQuery = Type.Object({
  days: numberInQuery('^([1-9]|[1-8][0-9]|90)$', 'The number of days, including today, 1 to 90. The default is 30.', {
    minimum: 1,
    maximum: 90,
  }),
  zone: zoneInQuery,
});
export const SearchQuery = Type.Object({
  q: Type.String({
    pattern: notBlank,
    maxLength: 200,
    description:
      'The words to search for, all of which must match: parts of numbers, names or references, an amount in either notation, an id, or a trace id.',
  }),
});
