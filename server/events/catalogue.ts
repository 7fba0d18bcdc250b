import Type, { type TSchema } from 'typebox';
import type { EventType } from '../../common/events.ts';

/** A kind of event: what it says, and which slice writes it. */
interface EventKind {
  /** Grows when a field goes away or changes its meaning. Version 1 is from before the catalogue: its payloads have fewer fields. */
  version: number;
  slice: string;
  payload: TSchema;
}

const uuid = (description: string) => Type.String({ format: 'uuid', description });
const text = (description: string) => Type.String({ description });
const exactly = <Fields extends Record<string, TSchema>>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });

const traceId = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: 'The trace id of the request that caused the event: a call of a partner, or a request of an operator.',
});

/** Which partner's call caused it. */
const byPartner = {
  partnerId: uuid('The partner whose call caused the event.'),
  partnerName: text('What the partner was called then.'),
  traceId,
};

const operator = exactly({ id: uuid('The operator.'), name: text('What the operator was called then.') });

/** Who works on the command line is not an operator, has no id, and sends no request that would have a trace id. */
const byCommandLine = { by: exactly({ name: Type.Literal('the command line') }) };

/** The service judges an invoice again without anybody having asked for it. */
const byNobody = {
  by: exactly({
    name: Type.Enum(['the command line', 'the service'], { description: 'Where the invoice was checked again.' }),
  }),
};

const reason = text('Why, in the words of the operator.');

const supplier = { number: text('The supplier’s number.'), name: text('The supplier’s name.') };

const invoice = {
  supplierInvoiceId: uuid('The invoice.'),
  externalReferenceId: text('What the partner calls the invoice.'),
  supplierNumber: text('The number of the invoice’s supplier.'),
};

/** What looks wrong in an invoice. */
const findings = Type.Array(
  exactly({
    code: text('What it is, such as sum.total.'),
    severity: Type.Enum(['info', 'warning', 'hold'], {
      description: 'How grave it is. A hold keeps the invoice from being approved.',
    }),
    path: Type.Optional(text('The field that it is about, where there is one.')),
    parameters: Type.Object(
      {},
      { additionalProperties: true, description: 'The figures, or the earlier record, that prove it.' },
    ),
    message: text('What looks wrong, as a sentence.'),
  }),
  { description: 'What looks wrong in it.' },
);
const heldFor = Type.Array(text('The code of a finding.'), { minItems: 1, description: 'What it is held for.' });

const workOrder = {
  workOrderId: uuid('The work order.'),
  reference: text('What the partner calls the work order.'),
  title: text('The title that the service gave it.'),
  projectId: uuid('The project that the work order belongs to.'),
};

const sentBy = {
  partnerId: uuid('The partner that sent the record.'),
  partnerName: text('What that partner was called then.'),
};

/** What an operator decided about a record that a partner sent. */
const decided = {
  ...sentBy,
  by: operator,
  traceId,
};
const withReason = { ...decided, reason };
const withComment = { ...decided, reason: Type.Optional(reason) };

/** Every type of event. A statement that records another does not compile, and the tests check each event against its payload. */
export const catalogue = {
  'supplier.created': {
    version: 2,
    slice: 'suppliers',
    payload: Type.Union([
      exactly({ ...supplier, ...byPartner }),
      exactly({ ...supplier, by: operator, traceId }),
      exactly({ ...supplier, ...byCommandLine }),
    ]),
  },
  'supplier.updated': {
    version: 2,
    slice: 'suppliers',
    payload: Type.Union([
      exactly({ ...supplier, by: operator, traceId, proposedBy: Type.Optional(operator) }),
      exactly({ ...supplier, ...byCommandLine }),
    ]),
  },
  'supplierinvoice.created': {
    version: 2,
    slice: 'supplier-invoices',
    payload: exactly({
      ...invoice,
      state: Type.Enum(['received', 'held'], { description: 'The state in which it arrived.' }),
      findings,
      ...byPartner,
    }),
  },
  'supplierinvoice.held': {
    version: 2,
    slice: 'supplier-invoices',
    payload: Type.Union([
      exactly({
        ...invoice,
        heldFor,
        ...byPartner,
        ownerId: Type.Optional(uuid('The partner that sent the invoice, where a file of another one held it.')),
      }),
      exactly({ ...invoice, heldFor, ...sentBy, ...byNobody }),
    ]),
  },
  'supplierinvoice.checked': {
    version: 2,
    slice: 'supplier-invoices',
    payload: exactly({ ...invoice, findings, ...sentBy, ...byNobody }),
  },
  'supplierinvoice.attached': {
    version: 2,
    slice: 'attachments',
    payload: exactly({
      supplierInvoiceId: uuid('The invoice that the file was attached to.'),
      attachmentId: uuid('The file.'),
      fileName: text('The name of the file.'),
      contentType: text('The kind of the file, told by its bytes.'),
      size: Type.Integer({ minimum: 1, description: 'How many bytes the file has.' }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The SHA-256 of the bytes.' }),
      afterDecision: Type.Optional(
        Type.Enum(['approved', 'rejected', 'booked'], {
          description: 'What had become of the invoice when the file arrived; missing where nobody had decided.',
        }),
      ),
      findings: Type.Optional(findings),
      ...byPartner,
    }),
  },
  'supplierinvoice.approved': {
    version: 2,
    slice: 'decisions',
    payload: exactly({ ...invoice, ...withComment }),
  },
  'supplierinvoice.signed': {
    version: 2,
    slice: 'decisions',
    payload: exactly({ ...invoice, ...withComment }),
  },
  'supplierinvoice.rejected': {
    version: 2,
    slice: 'decisions',
    payload: exactly({ ...invoice, ...withReason }),
  },
  'supplierinvoice.released': {
    version: 2,
    slice: 'decisions',
    payload: exactly({
      ...invoice,
      ...withReason,
      accountAccepted: Type.Optional(
        Type.Literal(true, {
          description: 'There where the account of the invoice was written into the supplier’s record.',
        }),
      ),
      accountProposed: Type.Optional(
        Type.Literal(true, {
          description: 'There where that waits for a second person.',
        }),
      ),
    }),
  },
  'supplierinvoice.reopened': {
    version: 2,
    slice: 'decisions',
    payload: exactly({
      ...invoice,
      ...withReason,
      from: Type.Enum(['approved', 'rejected'], { description: 'How it had been decided.' }),
      state: Type.Enum(['received', 'held'], {
        description: 'The state that it is in now: held where something holds it that nobody has released.',
      }),
    }),
  },
  'supplierinvoice.booked': {
    version: 2,
    slice: 'decisions',
    payload: exactly({
      ...invoice,
      ...decided,
      voucher: text('The number of the voucher in the company’s bookkeeping.'),
      bookedOn: Type.Optional(text('The day that it is booked on there, such as 2026-11-15, where that was said.')),
    }),
  },
  'supplierinvoice.dismissed': {
    version: 2,
    slice: 'supplier-invoices',
    payload: exactly({
      ...invoice,
      ...withReason,
      code: text('What the finding is that was dismissed.'),
      place: Type.Integer({ minimum: 1, description: 'Which finding of the invoice it is, from 1.' }),
    }),
  },
  'supplierinvoice.noted': {
    version: 2,
    slice: 'supplier-invoices',
    payload: exactly({
      ...invoice,
      ...decided,
      noteId: uuid('The note.'),
      text: text('What it says.'),
      mentions: Type.Array(operator, { description: 'The operators who are to see it.' }),
    }),
  },
  'supplierinvoice.assigned': {
    version: 2,
    slice: 'supplier-invoices',
    payload: exactly({
      ...invoice,
      ...decided,
      assignedTo: Type.Union([operator, Type.Null()], { description: 'To whom it is assigned; null for nobody.' }),
    }),
  },
  'workorder.created': { version: 2, slice: 'work-orders', payload: exactly({ ...workOrder, ...byPartner }) },
  'workorder.done': { version: 2, slice: 'decisions', payload: exactly({ ...workOrder, ...withComment }) },
  'workorder.cancelled': { version: 2, slice: 'decisions', payload: exactly({ ...workOrder, ...withReason }) },
} as const satisfies Record<EventType, EventKind>;
