import Type from 'typebox';
import { findingCodes, findingFamilies, findingGrades, severities } from '../../../../common/errors/findings.ts';
import { invoiceStates } from '../../../decisions/invoices.ts';
import { dayAndEarlier, dayAndLater, daysInQuery } from '../../../desk/days.ts';
import {
  count,
  flag,
  listOf,
  named,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull,
} from '../../../ground/http/document/fields.ts';
import { inPagesOnly, pageOf, pageQuery } from '../../../desk/lists.ts';
import { textInQuery, time, timeOrNull } from '../../../desk/requests.ts';
import { searchable } from '../../../ground/db/text-search.ts';
import { published } from '../../../ground/http/document/publish.ts';
import { questionStates } from '../../deciding/decision-rules.ts';
import { invoiceList } from '../../lists/projection.ts';
import { invoiceMatch } from './match-schema.ts';

export const invoiceState = oneOf(
  invoiceStates,
  'received until somebody decides; held until somebody releases it; approved or rejected until somebody reopens it; booked once the approved invoice is in the bookkeeping; withdrawn if its partner took it back before that was decided.',
);

export const questionState = oneOfOrNull(
  questionStates,
  'For a received or held invoice with questions to the partner. waiting: it waits for an answer; due: an answer is due and has not come; answered: the partner has answered. Otherwise null.',
);

const optionalOneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Optional(oneOf(values, description));

const amount = (description: string) =>
  Type.Optional(Type.String({ pattern: '^-?[0-9]{1,15}([.][0-9]{1,20})?$', description }));

const uuid = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const operator = (others: string, description: string) =>
  Type.Optional(Type.String({ pattern: `^(${uuid}|${others})$`, maxLength: 36, description }));

export const invoiceFilters = {
  state: optionalOneOf(
    [...invoiceStates, 'open', 'signed'],
    'Only invoices in this state; open stands for received and held, signed for received ones that wait for a second approver.',
  ),
  finding: optionalOneOf(
    ['any', 'none', ...findingFamilies, ...findingCodes],
    'Only invoices with this finding that nobody has dismissed: a code, a family such as sum for all codes that begin with it, or any. With none, only invoices without a warning or hold that nobody has dismissed; notes do not count.',
  ),
  supplier: textInQuery('Only invoices of the supplier with this number.'),
  partner: textInQuery('Only invoices of this partner, named by name or id.'),
  project: textInQuery('Only invoices with this project name, in any case.'),
  ...daysInQuery('invoices that arrived'),
  datedFrom: dayAndLater('invoices that are dated'),
  datedTo: dayAndEarlier('invoices that are dated'),
  dueFrom: dayAndLater('invoices that are due'),
  dueTo: dayAndEarlier('invoices that are due'),
  overdue: optionalOneOf(
    ['true'],
    'Only received or held invoices that were due before today in the company’s time zone. Credit notes are never overdue.',
  ),
  files: optionalOneOf(['none', 'some'], 'Only invoices without any file, or with some.'),
  credit: optionalOneOf(['true', 'false'], 'Only credit notes, or only other invoices.'),
  decidedBy: operator('me', 'Only invoices that this operator approved or rejected, named by id; me is the caller.'),
  assigned: operator(
    'me|none',
    'Only invoices that are assigned to this operator, named by id; me is the caller, none is nobody.',
  ),
  with: operator(
    'me|none',
    'Only received or held invoices that wait for this operator, named by id; me is the caller, none is the company’s queue.',
  ),
  mentioned: optionalOneOf(['me'], 'me finds only invoices with a note that mentions the caller.'),
  waitsFor: optionalOneOf(
    ['company', 'partner'],
    'With partner, only received or held invoices with a question to the partner that is open and not due. With company, only the other received or held ones; those in which the partner has answered the caller come first, whatever the sort.',
  ),
  answered: optionalOneOf(
    ['me'],
    'me finds only received or held invoices in which the partner has answered a question of the caller, and nobody’s later one.',
  ),
  least: amount('Only invoices with this total or a greater one.'),
  most: amount('Only invoices with this total or a smaller one.'),
  ids: Type.Optional(
    Type.String({
      pattern: `^${uuid}(,${uuid}){0,199}$`,
      maxLength: 7_400,
      description: 'Only the invoices with these ids, at most 200, separated by commas.',
    }),
  ),
  leftOut: Type.Optional(
    Type.String({
      pattern: `^${uuid}:[a-z]+[.][a-z]+$`,
      maxLength: 80,
      description:
        'Only invoices that a bulk decision leaves out: its id, a colon and the code of the obstacle, as leftOutBy gives them.',
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 100,
      pattern: searchable,
      description:
        'Only invoices that contain each of these words, without regard to case and accents, in their invoice number, external reference id, supplier number, supplier name, order number, project name or payment reference, or in the supplier’s record. 2 to 100 characters, a letter or digit among them; words of one or two characters are searched at the beginnings of words. From the eighth word on, the rest is searched as one text. An amount such as 1 250,50 or 1,250.50 also finds invoices with that total, of either sign; an amount without decimals matches any decimals. Without a sort, invoices with all words in fields come before those with a word in a file, and match says by what a row was found if it does not show that.',
    }),
  ),
};

export const InvoiceTotals = named('InvoiceTotals', 'The number of invoices, and their totals.', {
  count: count('The number of invoices.'),
  more: flag('True if there are too many to count quickly: there are more than count.'),
  sums: Type.Optional(
    listOf('The sum in each currency, the most frequent first. Missing if more is true.', {
      currency: textOrNull('The currency; null if none was sent.'),
      count: count('The number of invoices in this currency.'),
      total: text('The exact sum of their totals.'),
    }),
  ),
});

const dateOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], format: 'int64', description });

const dayOrNull = (which: string) =>
  textOrNull(
    `The ${which} as a calendar day (YYYY-MM-DD) in the company’s time zone on arrival; null if none was sent.`,
  );
export const invoiceDays = { invoiceDay: dayOrNull('invoice date'), paymentDueDay: dayOrNull('due date') };

export const InvoiceRow = named('InvoiceRow', 'A supplier invoice in a list.', {
  id: text('The id that the service gave the invoice.'),
  state: invoiceState,
  externalReferenceId: text('The partner’s own identifier of it.'),
  supplierNumber: text('The supplier’s number.'),
  supplierName: text('The supplier’s name in the company’s records.'),
  supplierInvoiceNumber: textOrNull('The supplier’s invoice number.'),
  projectName: textOrNull('The name of the project.'),
  orderNumber: textOrNull('The order number.'),
  internalReference: textOrNull('The company’s own reference.'),
  invoiceDate: dateOrNull('The invoice date in epoch milliseconds, as sent.'),
  paymentDueDate: dateOrNull('The due date in epoch milliseconds, as sent.'),
  totalPrice: textOrNull('The invoice total, with exactly the digits that were sent.'),
  currency: textOrNull('The currency.'),
  partner: text('The name of the partner that sent it.'),
  createdAt: time('When it arrived.'),
  credit: flag('Whether it is a credit note: it names an invoice that it credits, or its total is below zero.'),
  decidedAt: timeOrNull('When it was approved or rejected; null before that.'),
  decidedBy: textOrNull('The name of the operator who approved or rejected it.'),
  assignedTo: textOrNull('The name of the operator to whom it is assigned; null for nobody.'),
  with: textOrNull(
    'The names of the operators whom a received or held invoice waits for, separated by commas; null for the company’s queue.',
  ),
  signedBy: textOrNull('The name of the operator who approved it first, while it waits for a second one.'),
  findings: count('The number of findings that nobody has dismissed.'),
  files: count('The number of attached files.'),
  gravest: oneOfOrNull(
    severities,
    'The severity of the gravest finding that nobody has dismissed; null if there is none.',
  ),
  grade: oneOfOrNull(
    findingGrades,
    inPagesOnly(
      'The gravest of these findings as the invoice’s page shows it: a hold that a release has answered is released, which is less grave than a warning. null if there is none.',
    ),
  ),
  findingCodes: textOrNull(
    'The codes of the findings that nobody has dismissed, each once, separated by spaces; null if there is none.',
  ),
  question: questionState,
  voucher: textOrNull('The voucher that it is booked with; null before that.'),
  bookedAt: timeOrNull('When it was reported as booked; null before that.'),
  withdrawnAt: timeOrNull('When its partner withdrew it; null if that did not happen.'),
  ...invoiceDays,
  match: invoiceMatch(inPagesOnly('Why a search found it, if the row does not show it.')),
});

export const InvoiceRows = pageOf('InvoiceRows', 'InvoiceRow', 'A page of supplier invoices.');

export const InvoicesQuery = Type.Object({
  of: Type.Optional(
    Type.String({
      pattern: '^(invoices|lines)$',
      description: 'The rows of a CSV file: invoices, which is the default, or lines for a row for each invoice line.',
      ...published({ pattern: null, enum: ['invoices', 'lines'] }),
    }),
  ),
  ...invoiceFilters,
  ...pageQuery(invoiceList),
});

export const listSchemas = [InvoiceTotals, InvoiceRow, InvoiceRows];
