import Type, { type Static } from 'typebox';
import { invoiceStates } from '../../../decisions/invoices.ts';
import { identifierInQuery, pageEnd, pageQuery, time } from '../../../door/reading.ts';
import { named, text, arrayOf, oneOf } from '../../../ground/http/document/fields.ts';

const SupplierInvoiceFile = named('SupplierInvoiceFile', 'A file that this partner attached to the invoice.', {
  id: text('The identifier that the service gave the file.'),
  fileName: text('The name of the file.'),
  contentType: text('The media type of the file, detected from its bytes.'),
  size: Type.Integer({ format: 'int64', minimum: 1, description: 'The size of the file in bytes.' }),
  sha256: text('The SHA-256 of the bytes, in hexadecimal.'),
  createdAt: time('When the file arrived.'),
});

const SupplierInvoiceQuestion = named(
  'SupplierInvoiceQuestion',
  'A question of the company about the invoice. It can be answered until it has an answer, and as long as the invoice is received or held.',
  {
    id: text('The identifier of the question. Answer it as questionId.'),
    text: text('The text of the question.'),
    askedAt: time('When it was asked.'),
    dueAt: Type.Optional(time('When an answer is due, if the company said so. A later answer is accepted, too.')),
    answer: Type.Optional(text('Your answer, if there is one.')),
    answeredAt: Type.Optional(time('When you answered, if you did.')),
  },
);

const day = (which: string) =>
  Type.Optional(
    Type.String({
      format: 'date',
      description: `The ${which} as the company reads it: a calendar day in its time zone, if a date was sent.`,
    }),
  );

const fields = {
  id: text('The identifier that the service gave the invoice.'),
  externalReferenceId: text('Your own identifier of the invoice.'),
  supplierNumber: text('The number of the supplier.'),
  supplierInvoiceNumber: Type.Optional(text('The supplier’s number of the invoice, if sent.')),
  invoiceDay: day('invoice date'),
  paymentDueDay: day('due date'),
  state: oneOf(invoiceStates, 'What has become of the invoice.'),
  reason: Type.Optional(text('Why it was rejected or withdrawn, if it was.')),
  findings: arrayOf(
    Type.Ref('PartnerFinding'),
    'What looks wrong in it, without findings that the company has dismissed.',
  ),
  files: arrayOf(
    Type.Ref('SupplierInvoiceFile'),
    'The files that this partner attached, in the order in which they arrived.',
  ),
  questions: arrayOf(
    Type.Ref('SupplierInvoiceQuestion'),
    'The questions of the company about it, the earliest first, with your answers.',
  ),
  createdAt: time('When the invoice arrived.'),
  updatedAt: time('When something of this last changed.'),
  decidedAt: Type.Optional(time('When it was approved, rejected or withdrawn, if it was.')),
  bookedAt: Type.Optional(time('When it was booked, if it was.')),
};

const SupplierInvoiceEntry = named('SupplierInvoiceEntry', 'An invoice that this partner sent.', fields);

export const SupplierInvoiceRecord = named(
  'SupplierInvoiceRecord',
  'An invoice that this partner sent, with its body.',
  {
    ...fields,
    invoice: Type.Ref('SupplierInvoice', { description: 'The body exactly as it was sent, digit for digit.' }),
  },
);

export const SupplierInvoiceList = named('SupplierInvoiceList', 'A page of the invoices that this partner sent.', {
  supplierInvoices: arrayOf(
    Type.Ref('SupplierInvoiceEntry'),
    'The invoices, ordered by their last change, oldest first.',
  ),
  ...pageEnd,
});

export const InvoiceQuery = Type.Object({
  externalReferenceId: identifierInQuery('Only the invoice with exactly this reference.'),
  supplierNumber: identifierInQuery('Only invoices of the supplier with exactly this number.'),
  state: Type.Optional(oneOf(invoiceStates, 'Only invoices in this state.')),
  ...pageQuery('supplierinvoice'),
});
export type InvoiceQuery = Static<typeof InvoiceQuery>;

export const readingSchemas = [
  SupplierInvoiceFile,
  SupplierInvoiceQuestion,
  SupplierInvoiceEntry,
  SupplierInvoiceRecord,
  SupplierInvoiceList,
];

const exampleId = '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88';

export const exampleInvoice = {
  id: exampleId,
  externalReferenceId: 'scan-2026-000123',
  supplierNumber: '1042',
  supplierInvoiceNumber: '20417',
  invoiceDay: '2026-11-15',
  paymentDueDay: '2026-11-01',
  state: 'rejected',
  reason: 'The order number is missing.',
  findings: [
    {
      code: 'date.due',
      severity: 'warning',
      path: 'paymentDueDate',
      message: 'The due date 2026-11-01 is before the invoice date 2026-11-15.',
    },
  ],
  files: [],
  questions: [
    {
      id: '019a7c55-3b1e-7d20-a4c8-6f2e9b0d1a37',
      text: 'Which order does the freight belong to?',
      askedAt: 1_763_118_000_000,
      dueAt: 1_763_506_800_000,
    },
  ],
  createdAt: 1_763_114_400_000,
  updatedAt: 1_763_200_800_000,
  decidedAt: 1_763_200_800_000,
};
