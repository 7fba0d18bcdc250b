import Type, { type TSchema } from 'typebox';
import type { EventType } from '../../common/events.ts';

interface EventKind {
  /**
   * Increased when a field is removed or changes its meaning. Version 1 precedes the catalogue: its payloads have fewer
   * fields.
   */
  version: number;
  /** The slice that writes it. */
  slice: string;
  /** When it happens, as docs/events.md says it. */
  when: string;
  payload: TSchema;
}

const uuid = (description: string) => Type.String({ format: 'uuid', description });
const text = (description: string) => Type.String({ description });
const oneOf = <Value extends string>(values: Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: values, description });
const exactly = <Fields extends Record<string, TSchema>>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });

const traceId = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: 'The trace id of the request that caused the event: a call of a partner, or a request of an operator.',
});

const byPartner = {
  partnerId: uuid('The partner whose call caused the event.'),
  partnerName: text('The partner’s name at that time.'),
  traceId,
};

const operator = exactly({ id: uuid('The operator.'), name: text('The operator’s name at that time.') });

const proposer = exactly({
  id: uuid('The operator or the partner who proposed the change.'),
  name: text('The name at that time.'),
  partner: Type.Optional(Type.Literal(true, { description: 'Present if it is a partner.' })),
});

/** The command line has neither operator id nor trace id. */
const byCommandLine = { by: exactly({ name: Type.Literal('the command line') }) };

/** For invoices that the service judges again by itself. */
const byNobody = {
  by: exactly({
    name: oneOf(['the command line', 'the service'], 'Where the invoice was checked again.'),
  }),
};

const byService = {
  by: exactly({ name: Type.Literal('the service') }),
  reason: text('The name of the file that has what the finding says is missing.'),
};

const reason = text('The reason that the operator gave.');

const dismissed = {
  code: text('The code of the dismissed finding.'),
  place: Type.Integer({ minimum: 1, description: 'The place of the finding in the invoice, from 1.' }),
};

const supplier = { number: text('The supplier’s number.'), name: text('The supplier’s name.') };

const invoice = {
  supplierInvoiceId: uuid('The invoice.'),
  externalReferenceId: text('The partner’s reference of the invoice.'),
  supplierNumber: text('The number of the invoice’s supplier.'),
};

const sentDate = (which: string) =>
  Type.Optional(
    Type.Integer({
      format: 'int64',
      description: `The ${which} in epoch milliseconds as sent; missing if it was not.`,
    }),
  );
const day = (which: string) =>
  Type.Optional(
    Type.String({
      format: 'date',
      description: `The ${which} as a calendar day in the company’s time zone; missing if no date was sent.`,
    }),
  );
const dates = {
  invoiceDate: sentDate('invoice date'),
  invoiceDay: day('invoice date'),
  paymentDueDate: sentDate('due date'),
  paymentDueDay: day('due date'),
};

const findings = Type.Array(
  exactly({
    code: text('The code, such as sum.total.'),
    severity: oneOf(['info', 'warning', 'hold'], 'The severity. An invoice with a hold cannot be approved.'),
    path: Type.Optional(text('The field that it is about, if there is one.')),
    parameters: Type.Object(
      {},
      { additionalProperties: true, description: 'The figures, or the earlier record, that show it.' },
    ),
    message: text('The finding as a sentence.'),
  }),
  { description: 'The findings of the invoice.' },
);
const heldFor = Type.Array(text('The code of a finding.'), { minItems: 1, description: 'The findings that hold it.' });

const attached = {
  supplierInvoiceId: uuid('The invoice that the file was attached to.'),
  attachmentId: uuid('The file.'),
  fileName: text('The name of the file.'),
  contentType: text('The media type of the file, detected from its bytes.'),
  size: Type.Integer({ minimum: 1, description: 'The size of the file in bytes.' }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The SHA-256 of the bytes.' }),
  afterDecision: Type.Optional(
    oneOf(
      ['approved', 'rejected', 'booked', 'withdrawn'],
      'The state of the invoice when the file arrived; missing if it was still to be decided.',
    ),
  ),
  findings: Type.Optional(findings),
};

const reopened = {
  from: oneOf(['approved', 'rejected'], 'The former decision.'),
  state: oneOf(['received', 'held'], 'The new state: held if a finding holds it that nobody has released.'),
};

const workOrder = {
  workOrderId: uuid('The work order.'),
  reference: text('The partner’s reference of the work order.'),
  title: text('The title that the service gave it.'),
  projectId: uuid('The project that the work order belongs to.'),
};

const sentBy = {
  partnerId: uuid('The partner that sent the record.'),
  partnerName: text('The name of that partner at that time.'),
};

const decided = { ...sentBy, by: operator, traceId };
const withReason = { ...decided, reason };
const withComment = { ...decided, reason: Type.Optional(reason) };
const proposal = {
  proposalId: uuid('The proposal.'),
  fields: Type.Array(Type.String(), { minItems: 1, description: 'The fields that it changes, such as bankGiro.' }),
};
const settled = {
  ...supplier,
  ...proposal,
  partnerId: uuid('The partner that proposed it.'),
  partnerName: text('The name of that partner at that time.'),
  by: operator,
  traceId,
};
const codingRow = exactly({
  line: Type.Optional(Type.Integer({ minimum: 1, description: 'The line of the invoice, from 1.' })),
  account: Type.Optional(text('The code of the account.')),
  costCentre: Type.Optional(text('The code of the cost centre.')),
  project: Type.Optional(text('The code of the project.')),
  vatCode: Type.Optional(text('The VAT code.')),
  amount: Type.Optional(text('The part of the total, as an exact decimal.')),
});
const coding = (description: string) => Type.Array(codingRow, { description });
const approval = {
  ...withComment,
  coding: Type.Optional(
    coding('How the invoice is coded, as the event `supplierinvoice.coded` has it; missing if it is not coded.'),
  ),
  codingProposed: Type.Optional(
    exactly({
      same: Type.Integer({ description: 'So many of the supplier’s latest codings were this one.' }),
      of: Type.Integer({ description: 'The number of those latest codings.' }),
    }),
  ),
  withUnreadFiles: Type.Optional(
    Type.Literal(true, { description: 'Present if the operator did not wait for files to be read.' }),
  ),
};

const kind = <Payload extends TSchema>(slice: string, when: string, payload: Payload) => ({
  version: 2,
  slice,
  when,
  payload,
});
const event = <Fields extends Record<string, TSchema>>(slice: string, when: string, fields: Fields) =>
  kind(slice, when, exactly(fields));
const variants = <Payloads extends TSchema[]>(slice: string, when: string, payloads: [...Payloads]) =>
  kind(slice, when, Type.Union(payloads));

/**
 * Every event type. Recording an unlisted type does not compile, and the tests check each event against its payload.
 */
export const catalogue = {
  'supplier.created': variants(
    'suppliers',
    'A supplier was registered: by a partner, by an operator, or by an import.',
    [
      exactly({ ...supplier, ...byPartner }),
      exactly({ ...supplier, by: operator, traceId }),
      exactly({ ...supplier, ...byCommandLine }),
    ],
  ),
  'supplier.updated': variants(
    'suppliers',
    'A supplier’s record was changed by an operator or an import; if it needs a second person, when they confirm it. A partner changes only contact details that nobody has confirmed; then `partnerId` names it. `proposedBy` is the operator or the partner whose proposal was confirmed.',
    [
      exactly({ ...supplier, by: operator, traceId, proposedBy: Type.Optional(proposer) }),
      // Contact details that nobody at the company has confirmed.
      exactly({ ...supplier, ...byPartner }),
      exactly({ ...supplier, ...byCommandLine }),
    ],
  ),
  'supplier.proposed': event(
    'suppliers',
    'A partner proposed another name, organisational number or account of a supplier, or other contact details of one that the company has confirmed. Nothing changes until an operator confirms it, which are the events `supplier.updated` and `supplier.proposal.confirmed`.',
    {
      ...supplier,
      ...proposal,
      ...byPartner,
    },
  ),
  'supplier.proposal.confirmed': event(
    'suppliers',
    'An operator confirmed what a partner proposed. `supplier.updated` comes before it.',
    settled,
  ),
  'supplier.proposal.declined': event('suppliers', 'An operator declined what a partner proposed. Nothing changed.', {
    ...settled,
    reason,
  }),
  'supplierinvoice.created': event('supplier-invoices', 'An invoice arrived from a partner.', {
    ...invoice,
    state: oneOf(['received', 'held'], 'The state in which it arrived.'),
    findings,
    ...dates,
    ...byPartner,
  }),
  'supplierinvoice.held': variants(
    'supplier-invoices',
    'A finding holds the invoice. It must be released before it can be approved.',
    [
      exactly({
        ...invoice,
        heldFor,
        ...byPartner,
        ownerId: Type.Optional(uuid('The partner that sent the invoice, if a file from another partner held it.')),
      }),
      exactly({ ...invoice, heldFor, ...sentBy, ...byNobody }),
      // A file that an operator attached.
      exactly({ ...invoice, heldFor, ...decided }),
    ],
  ),
  'supplierinvoice.checked': event(
    'supplier-invoices',
    'A repeated check found something new: on the command line, after a change of the supplier, or at an approval.',
    { ...invoice, findings, ...sentBy, ...byNobody },
  ),
  'supplierinvoice.attached': variants(
    'supplier-invoices',
    'A file was attached to an invoice by a partner, or by an operator; then `by` names the operator, and the partner is the one that sent the invoice.',
    [exactly({ ...attached, ...byPartner }), exactly({ ...attached, ...decided })],
  ),
  'supplierinvoice.approved': event('decisions', 'An invoice was approved; if it needs two approvers, by the second.', {
    ...invoice,
    ...approval,
  }),
  'supplierinvoice.signed': event(
    'decisions',
    'The first of two approvers approved an invoice that exceeds their limit.',
    { ...invoice, ...approval },
  ),
  'supplierinvoice.unsigned': variants(
    'decisions',
    'The first of two approvers took their approval back, or a later finding that holds the invoice ended it.',
    [
      exactly({ ...invoice, ...withComment }),
      // A later finding holds the invoice.
      exactly({ ...invoice, heldFor, ...sentBy, ...byNobody }),
    ],
  ),
  'supplierinvoice.rejected': event('decisions', 'An invoice was rejected.', { ...invoice, ...withReason }),
  'supplierinvoice.released': event('decisions', 'An invoice that was held was released.', {
    ...invoice,
    ...withReason,
    accountAccepted: Type.Optional(
      Type.Literal(true, {
        description: 'Present if the account of the invoice was written into the supplier’s record.',
      }),
    ),
    accountProposed: Type.Optional(Type.Literal(true, { description: 'Present if that waits for a second person.' })),
  }),
  'supplierinvoice.reopened': variants(
    'decisions',
    'A decision was taken back: by an operator, or because a finding that came after the approval holds the invoice. Then `supplierinvoice.held` follows.',
    [
      exactly({ ...invoice, ...withReason, ...reopened }),
      // A finding that came after the approval holds the invoice.
      exactly({ ...invoice, ...reopened, heldFor, ...sentBy, ...byNobody }),
    ],
  ),
  'supplierinvoice.booked': event(
    'decisions',
    'The company’s bookkeeping reported that it booked an approved invoice.',
    {
      ...invoice,
      ...decided,
      voucher: text('The number of the voucher in the company’s bookkeeping.'),
      bookedOn: Type.Optional(text('The date of the booking, such as 2026-11-15, if it was given.')),
    },
  ),
  'supplierinvoice.withdrawn': event(
    'supplier-invoices',
    'The partner that sent the invoice withdrew it before anybody decided about it. Nothing more can be decided about it.',
    { ...invoice, ...byPartner, reason: Type.Optional(text('The reason that the partner gave.')) },
  ),
  'supplierinvoice.dismissed': variants('supplier-invoices', 'A finding was dismissed, because it is not a mistake.', [
    exactly({ ...invoice, ...withReason, ...dismissed }),
    exactly({ ...invoice, ...sentBy, ...byService, ...dismissed }),
  ]),
  'supplierinvoice.noted': event('supplier-invoices', 'A note was written on an invoice.', {
    ...invoice,
    ...decided,
    noteId: uuid('The note.'),
    text: text('The text of the note.'),
    mentions: Type.Array(operator, { description: 'The operators that it mentions.' }),
  }),
  'supplierinvoice.assigned': event(
    'supplier-invoices',
    'An invoice was assigned to an operator, or is no longer assigned.',
    {
      ...invoice,
      ...decided,
      assignedTo: Type.Union([operator, Type.Null()], {
        description: 'The operator; null if it is assigned to nobody.',
      }),
    },
  ),
  'supplierinvoice.coded': event(
    'supplier-invoices',
    'An operator coded an invoice, or changed or removed its coding. A proposal that an approval takes over is not an event of its own: it is in `supplierinvoice.approved` or `supplierinvoice.signed`, with `codingProposed`. Partners do not see a coding.',
    {
      ...invoice,
      ...decided,
      coding: coding(
        'One row for the whole invoice, or one for each line, or several with amounts that add up to its total; empty if the coding was removed.',
      ),
    },
  ),
  'supplierinvoice.confirmed': event(
    'supplier-invoices',
    'An operator confirmed a step of the rule that says who is asked. Its state stays.',
    {
      ...invoice,
      ...decided,
      step: Type.Integer({ minimum: 1, description: 'The step, from 1.' }),
      rule: text('The name of the rule.'),
    },
  ),
  'supplierinvoice.questioned': event(
    'supplier-invoices',
    'An operator asked the partner about an invoice. Its state stays.',
    {
      ...invoice,
      ...decided,
      questionId: uuid('The question.'),
      text: text('The text of the question.'),
      dueAt: Type.Optional(
        Type.Integer({
          format: 'int64',
          description: 'When an answer is due, in epoch milliseconds, if a time was given.',
        }),
      ),
    },
  ),
  'supplierinvoice.answered': event('supplier-invoices', 'The partner answered a question about an invoice.', {
    ...invoice,
    ...byPartner,
    questionId: uuid('The question.'),
    answer: text('The text of the answer.'),
    askedBy: operator,
  }),
  'attachment.damaged': event(
    'files',
    'A file of an invoice was found to be missing or altered in the store. It comes once for each damage, and again if the file was whole in between.',
    {
      supplierInvoiceId: uuid('The invoice that the file is attached to.'),
      attachmentId: uuid('The file.'),
      fileName: attached.fileName,
      sha256: attached.sha256,
      problem: oneOf(
        ['missing', 'altered'],
        'missing: the bytes are gone. altered: they are not those that were attached, or cannot be read.',
      ),
    },
  ),
  'workorder.created': event('work-orders', 'A work order arrived from a partner.', { ...workOrder, ...byPartner }),
  'workorder.done': event('decisions', 'A work order was marked as done.', { ...workOrder, ...withComment }),
  'workorder.cancelled': event('decisions', 'A work order was cancelled.', { ...workOrder, ...withReason }),
  'workorder.reopened': event('decisions', 'A work order that was done or cancelled is open again.', {
    ...workOrder,
    ...withReason,
  }),
} as const satisfies Record<EventType, EventKind>;
