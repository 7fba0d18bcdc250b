import Type from 'typebox';
import { fileProblems } from '../../files/store.ts';
import { accountComparisons } from '../../checks/accounts.ts';
import { unknownReasons } from './credit-rules.ts';
import { codingFields, CodingRow } from './coding/coding-schemas.ts';
import { findingSchemas } from './finding-schemas.ts';
import { invoiceDays, invoiceState, questionState } from './lists/list-schemas.ts';
import {
  anyObject,
  count,
  flag,
  group,
  named,
  oneOf,
  orNull,
  text,
  textOrNull,
  listOf,
  arrayOf,
} from '../../ground/http/document/fields.ts';
import { invoiceRoute } from './routing/routing-schemas.ts';
import { action, person, seqOrNull } from '../../desk/fields.ts';
import { time, timeOrNull } from '../../desk/requests.ts';

const afterDecision = Type.Optional(
  oneOf(
    ['approved', 'rejected', 'booked', 'withdrawn'],
    'The state of the invoice when the file arrived. Missing if nobody had decided.',
  ),
);

const InvoiceFile = named('InvoiceFile', 'A file of a supplier invoice.', {
  id: text('The id of the file.'),
  fileName: text('Its name.'),
  contentType: text('Its media type, detected from its bytes.'),
  size: Type.Integer({ format: 'int64', description: 'Its size in bytes.' }),
  createdAt: time('When it was attached.'),
  by: text('The partner or the operator who attached it.'),
  sha256: text('The SHA-256 of its bytes in hex digits.'),
  href: text('The path of its bytes, on the same host and with the same token.'),
  afterDecision,
  damaged: Type.Optional(
    oneOf(
      [...fileProblems, 'erased'] as const,
      'missing: its bytes are gone. altered: they are not those that were attached, or cannot be read. erased: they were erased with a person’s data, and only their SHA-256 is left. The field is missing if the file was whole when it was last read.',
    ),
  ),
});

const InvoiceNote = named('InvoiceNote', 'A note of an operator on an invoice. Partners do not see it.', {
  id: text('The id of the note.'),
  at: time('When it was written.'),
  by: person('The author, with the name at that time.'),
  text: text('The text of the note.'),
  mentions: arrayOf(person('An operator.'), 'The operators whom it mentions.'),
});

const InvoiceQuestion = named('InvoiceQuestion', 'A question to the partner that sent the invoice, with its answer.', {
  id: text('The id of the question.'),
  text: text('The text of the question.'),
  askedBy: person('The operator who asked, with the name at that time. The partner does not see it.'),
  askedAt: time('When it was asked.'),
  dueAt: timeOrNull('When an answer is due; null if no time was given.'),
  answer: textOrNull('The text of the partner’s answer; null if there is none.'),
  answeredAt: timeOrNull('When the partner answered; null if it has not.'),
  closedAt: timeOrNull('When a decision closed the question without an answer; null if none has.'),
});

const supplier = group('The supplier’s record as it is now. Unknown fields are empty.', {
  number: text('The supplier’s number.'),
  name: text('The name in the company’s records.'),
  organizationalNumber: text('The organisational number there. The end of a personal number is not shown.'),
  bankGiro: text('The bank giro there.'),
  postGiro: text('The post giro there.'),
  iban: text('The IBAN there.'),
  bicSwift: text('The BIC there.'),
  phone: text('The telephone number there.'),
  isContactConfirmed: flag('Whether the company vouches for the telephone number. If not, a partner wrote it.', true),
  proposed: arrayOf(Type.String(), 'The fields for which another value waits for confirmation, such as phone.', [
    'phone',
  ]),
  payeeChangedAt: timeOrNull(
    'When its account, name or organisational number last changed; null if that never happened.',
  ),
  alike: arrayOf(
    Type.Ref('LookAlike'),
    'Suppliers that look like it, for an invoice with the finding payee.twin; otherwise empty.',
  ),
});

const account = Type.Object({
  kind: oneOf(['bankGiro', 'postGiro', 'iban', 'account'], 'Its kind; account if neither its name nor its form says.'),
  account: text('The account as it was written.'),
  comparison: oneOf(
    accountComparisons,
    'same: as in the supplier’s record as it is now; differs: the record has another of this kind; missing: the record has none of this kind; fromRecord: the invoice names no account, and the record has this one.',
  ),
  path: Type.Optional(text('The field of the document that has it. Missing if a file or the record has it.')),
  file: Type.Optional(text('The name of the file that has it. Missing if a field or the record has it.')),
  page: Type.Optional(count('The page of the file, counted from 1.')),
});

const timelineEntry = group('Something that happened.', {
  type: text('The type of the event, such as supplierinvoice.approved.'),
  at: time('When.'),
  by: textOrNull(
    'The operator or the partner who did it; null if a check held the invoice because of what one of them sent.',
  ),
  reason: textOrNull('The reason or comment; the text of a question to the partner or of its answer.'),
  assignedTo: Type.Optional(text('The operator of an assignment. Missing if it was assigned to nobody.')),
  afterDecision,
  voucher: Type.Optional(text('The voucher of a booking.')),
  heldFor: Type.Optional(
    Type.Array(Type.String(), {
      description: 'For a hold: the codes of the findings that hold it.',
      examples: [['payee.bankgiro']],
    }),
  ),
  account: Type.Optional(
    oneOf(
      ['accepted', 'proposed'],
      'For a release: accepted if it wrote the invoice’s account into the supplier’s record, proposed if the account waits there for a second operator.',
    ),
  ),
});

const relatedInvoices = (description: string) =>
  listOf(description, {
    id: text('The id of the other invoice.'),
    supplierInvoiceNumber: textOrNull('The supplier’s number of it.'),
    invoiceDay: invoiceDays.invoiceDay,
    totalPrice: textOrNull('Its total, with every digit; null if none was sent.', '-1250.00'),
    currency: textOrNull('Its currency; null if none was sent.', 'SEK'),
    state: invoiceState,
    reference: textOrNull('The number of the invoice that it says it credits.', 'F-20871'),
  });

const remaining = Type.Object({
  credited: Type.Optional(text('What the credit notes credit together, without a sign.', '1250')),
  amount: Type.Optional(text('What remains; below zero if they credit more than the invoice’s total.', '3750')),
  unknown: Type.Optional(
    oneOf(
      unknownReasons,
      'Why neither is known. several: the number in the credit notes fits several invoices; many: the supplier has more than 1,000 credit notes; total: the invoice has no total, or a credit note has none below zero; currency: their currencies differ.',
    ),
  ),
});

const duplicate = group('Another invoice that a finding names as a duplicate.', {
  id: text('The id of the other invoice.'),
  supplierInvoiceNumber: textOrNull('The supplier’s number of it.'),
  state: invoiceState,
  dismiss: action('marked as no duplicate'),
});

const parameters = Type.Optional(anyObject('The values in the sentence, if it has any.'));
const invoiceAction = (done: string) => action(done, { parameters });

const approveAction = action('approved', {
  parameters,
  step: Type.Optional(
    oneOf(
      ['first', 'second'],
      'Which of two approvals the operator’s approval is. Missing if it approves the invoice alone.',
    ),
  ),
  notice: Type.Optional(
    group(
      'What the operator should know before approving: that another approval must follow, why, and who can give it, or that this is the second.',
      { code: text('What, for programs.'), message: text('What, as a sentence.'), parameters },
    ),
  ),
});

export const InvoiceRecord = named('InvoiceRecord', 'A supplier invoice with everything that belongs to it.', {
  id: text('The id that the service gave the invoice.'),
  state: invoiceState,
  partner: text('The name of the partner that sent it.'),
  createdAt: time('When it arrived.'),
  ...invoiceDays,
  supplier,
  files: arrayOf(Type.Ref('InvoiceFile'), 'The files, in the order in which they were attached.'),
  timeline: arrayOf(timelineEntry, 'What happened to the invoice, the earliest first.'),
  decision: orNull(
    Type.Object({
      outcome: oneOf(['approved', 'rejected'], 'The decision. A booked invoice was approved.'),
      at: time('When.'),
      by: text('The operator who decided.'),
      reason: textOrNull('The reason or comment.'),
    }),
    'The decision in force; null if nobody has decided.',
  ),
  decisionSeq: seqOrNull(
    'The number of the event of the latest decision: an approval, the first of two or its withdrawal, a rejection, a release, a reopening or a booking. Null if there is none, or its event is no longer kept. In the answer to a decision, the number of that decision. Whoever takes a decision back names it by this number.',
  ),
  booking: orNull(
    Type.Object({
      voucher: text('The number of the voucher in the company’s bookkeeping.'),
      bookedOn: textOrNull('The booking date (YYYY-MM-DD); null if it was not reported.'),
      at: time('When the booking was reported.'),
      by: text('The system or operator that reported it.'),
    }),
    'The booking; null if it is not booked.',
  ),
  withdrawal: orNull(
    Type.Object({
      at: time('When.'),
      by: text('The partner.'),
      reason: textOrNull('The partner’s reason; null if it gave none.'),
    }),
    'The withdrawal by the partner that sent it; null if it is not withdrawn.',
  ),
  release: orNull(
    Type.Object({
      by: text('The operator who released it.'),
      at: time('When.'),
      reason: textOrNull('Why; null if its event is no longer kept.'),
    }),
    'The last release, in force; null if nobody has released it, and while it is held again.',
  ),
  signed: orNull(
    Type.Object({
      by: text('The operator who approved it first.'),
      at: time('When.'),
      comment: textOrNull('The comment on that approval.'),
    }),
    'The first of two approvals; null if there is none, and once the invoice is decided.',
  ),
  credits: relatedInvoices('The invoices of this supplier that it says it credits.'),
  creditedBy: relatedInvoices('The credit notes of this supplier that say they credit it.'),
  remaining: orNull(
    remaining,
    'What its credit notes leave of it; for a credit note, what is left of the invoice that it credits. Rejected and withdrawn ones do not count. null if there is no such credit note or invoice.',
  ),
  actions: group('What can be done with it now.', {
    approve: approveAction,
    unsign: invoiceAction('taken back (the first of two approvals)'),
    reject: invoiceAction('rejected'),
    release: invoiceAction('released'),
    reopen: invoiceAction('reopened'),
    code: invoiceAction('coded'),
    ask: invoiceAction('asked about (a question to the partner)'),
  }),
  document: anyObject('Every field as the partner sent it, unknown ones too, with exactly the digits that were sent.'),
  findings: arrayOf(Type.Ref('Finding'), 'Its findings, in the order of place.'),
  filesWaiting: flag(
    'Whether one of its files waits to be read and compared with it. An approval is then refused unless it has withUnreadFiles.',
  ),
  sentToPartner: Type.Array(Type.String(), {
    description:
      'The decisions that a webhook endpoint of its partner receives, of supplierinvoice.approved, .rejected, .released, .reopened and .questioned.',
    examples: [['supplierinvoice.rejected']],
  }),
  accounts: arrayOf(
    account,
    'The accounts to which it asks to be paid, those in unknown fields too, or the record’s if it names none.',
  ),
  duplicates: arrayOf(
    duplicate,
    'The other invoices that its duplicate findings name, dismissed ones too, in the order of the findings.',
  ),
  sums: orNull(Type.Ref('InvoiceSums'), 'How its sums were read, with net, VAT and gross; null if it has none.'),
  assignedTo: orNull(person('An operator.'), 'The operator to whom it is assigned; null for nobody.'),
  route: invoiceRoute,
  question: questionState,
  questions: arrayOf(Type.Ref('InvoiceQuestion'), 'The questions to the partner, the earliest first.'),
  ...codingFields,
  notes: arrayOf(Type.Ref('InvoiceNote'), 'The notes of operators, the earliest first.'),
});

export const invoiceSchemas = [...findingSchemas, InvoiceFile, InvoiceNote, InvoiceQuestion, CodingRow, InvoiceRecord];
