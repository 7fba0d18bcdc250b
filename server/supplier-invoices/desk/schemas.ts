import Type, { type Static, type TProperties } from 'typebox';
import { exampleOutcome, outcome } from './deciding/booking-schemas.ts';
import { decisionSchemas } from './deciding/decision-schemas.ts';
import { filterSchemas, invoiceFilters } from './filter-schemas.ts';
import { exampleSums, findingSchemas } from './findings/schemas.ts';
import { exampleTogether, together } from './notes/schemas.ts';
import { pageOf, pageQuery } from '../../desk/lists.ts';
import { companyInPath, idInPath, time, timeOrNull } from '../../desk/requests.ts';
import { severities, type Severity } from '../../checks/rule.ts';
import { published, publishedAs } from '../../ground/http/document/publish.ts';
import { invoiceList } from '../lists/projection.ts';
import { SupplierInvoice } from '../shape.ts';
import { invoiceStates } from '../../decisions/invoices.ts';

const text = (description: string) => Type.String({ description });
const textOrNull = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });
const dateOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], format: 'int64', description });

const afterDecision = (description: string) =>
  Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['approved', 'rejected', 'booked'], description }));

const id = text('The id that the service gave the invoice.');
const state = Type.Unsafe<string>({
  type: 'string',
  enum: [...invoiceStates],
  description:
    'received until somebody decides, held until somebody releases it, then approved or rejected until somebody reopens it; booked once the bookkeeping has what was approved.',
});
const partner = text('The name of the partner that sent it.');
const createdAt = time('When it arrived.');

const InvoiceRow = Type.Object(
  {
    id,
    state,
    externalReferenceId: text('The partner’s own identifier of it.'),
    supplierNumber: text('The supplier’s number.'),
    supplierName: text('The supplier’s name in the company’s records.'),
    supplierInvoiceNumber: textOrNull('The supplier’s invoice number.'),
    projectName: textOrNull('The name of the project.'),
    invoiceDate: dateOrNull('The invoice date in epoch milliseconds.'),
    paymentDueDate: dateOrNull('The due date in epoch milliseconds.'),
    totalPrice: textOrNull('The invoice total, with exactly the digits that were sent.'),
    currency: textOrNull('The currency.'),
    partner,
    createdAt,
    credit: Type.Boolean({
      description: 'Whether it credits: it names an invoice that it credits, or its total is below zero.',
    }),
    decidedAt: timeOrNull('When it was approved or rejected; null until then.'),
    decidedBy: textOrNull('The name of the operator who approved or rejected it.'),
    assignedTo: textOrNull('The name of the operator to whom it was given; null where it is everybody’s.'),
    signedBy: textOrNull('The name of the operator who approved it first, while it waits for a second one.'),
    findings: Type.Integer({ description: 'How many things look wrong in it that nobody has dismissed.' }),
    files: Type.Integer({ description: 'How many files are attached to it.' }),
    gravest: Type.Unsafe<Severity | null>({
      type: ['string', 'null'],
      enum: [...severities, null],
      description: 'How serious the gravest finding is that nobody has dismissed; null where there is none.',
    }),
    findingCodes: textOrNull(
      'The codes of the findings that nobody has dismissed, each once, with a space between two; null where there is none.',
    ),
    voucher: textOrNull('The voucher with which it is booked; null where it is not.'),
    bookedAt: timeOrNull('When the service was told that it is booked; null until then.'),
  },
  { $id: 'InvoiceRow', description: 'A supplier invoice in a list.' },
);

const InvoiceRows = pageOf(Type.Ref('InvoiceRow'), { $id: 'InvoiceRows', description: 'A page of supplier invoices.' });

const whole = (description: string) => Type.Unsafe<object>({ type: 'object', additionalProperties: true, description });

const InvoiceFile = Type.Object(
  {
    id: text('The id of the file.'),
    fileName: text('Its name.'),
    contentType: text('Its media type, told by its bytes.'),
    size: Type.Integer({ format: 'int64', description: 'How many bytes it has.' }),
    createdAt: time('When it was attached.'),
    sha256: text('The SHA-256 of its bytes, as hex digits.'),
    href: text('The path to fetch its bytes at, from the same host and with the same token.'),
    afterDecision: afterDecision(
      'What had become of the invoice when the file arrived. Left out where nobody had decided.',
    ),
  },
  { $id: 'InvoiceFile', description: 'A file of a supplier invoice.' },
);

const action = (done: string) =>
  Type.Object(
    {
      allowed: Type.Boolean({ description: `Whether it can be ${done} now.` }),
      why: Type.Optional(text('Why not.')),
      code: Type.Optional(text('Why not, for programs.')),
      parameters: Type.Optional(whole('What the sentence is made of, if it has more than a code.')),
    },
    { description: `Whether it can be ${done} now, by this operator.` },
  );

const moment = (fields: TProperties) => Type.Object(fields, { description: 'Something that happened.' });

const relatedInvoices = (description: string) =>
  Type.Array(
    Type.Object({
      id: text('The id that the service gave the other invoice.'),
      supplierInvoiceNumber: textOrNull('The supplier’s number of it.'),
    }),
    { description },
  );

const InvoiceRecord = Type.Object(
  {
    id,
    state,
    partner,
    createdAt,
    supplier: Type.Object(
      {
        number: text('The supplier’s number.'),
        name: text('The name in the company’s records.'),
        organizationalNumber: text('The organisational number there. The end of a personal number is not shown.'),
        bankGiro: text('The bank giro there.'),
        postGiro: text('The post giro there.'),
        iban: text('The IBAN there.'),
        bicSwift: text('The BIC there.'),
        payeeChangedAt: timeOrNull(
          'When its account, name or organisational number was last changed; null where that never happened.',
        ),

        alike: Type.Array(Type.Ref('LookAlike'), {
          description: 'Suppliers that look like it, for an invoice with the finding payee.twin; otherwise empty.',
        }),
      },
      { description: 'The supplier’s record as it is now. What is not known is empty.' },
    ),
    files: Type.Array(Type.Ref('InvoiceFile'), { description: 'The files, in the order in which they were attached.' }),
    timeline: Type.Array(
      moment({
        type: text('What happened, such as supplierinvoice.approved.'),
        at: time('When.'),
        by: textOrNull('The operator or the partner who did it; null where it was the service itself.'),
        reason: textOrNull('Why, or the comment that was given.'),
        assignedTo: Type.Optional(
          text('Of an assignment: to whom. Left out where it was taken from somebody and given to nobody.'),
        ),
        afterDecision: afterDecision(
          'Of a file: what had become of the invoice when it arrived. Left out where nobody had decided.',
        ),
        voucher: Type.Optional(text('Of a booking: the voucher.')),
        account: Type.Optional(
          Type.Unsafe<'accepted' | 'proposed'>({
            type: 'string',
            enum: ['accepted', 'proposed'],
            description:
              'Of a release: accepted if it wrote the invoice’s account into the supplier’s record, proposed if the account waits there for a second operator.',
          }),
        ),
      }),
      { description: 'What happened to the invoice, the earliest first.' },
    ),
    ...outcome,
    signed: Type.Unsafe<{ by: string; at: string } | null>({
      anyOf: [Type.Object({ by: text('The operator who approved it first.'), at: time('When.') }), { type: 'null' }],
      description:
        'The first approval of an invoice that takes a second approver; null where there is none, and once it is decided.',
    }),
    credits: relatedInvoices('The invoices of this supplier that it says it credits.'),
    creditedBy: relatedInvoices('The credit notes of this supplier that say that they credit it.'),
    actions: Type.Object(
      {
        approve: action('approved'),
        reject: action('rejected'),
        release: action('released'),
        reopen: action('reopened'),
      },
      { description: 'What can be done with it now.' },
    ),
    document: whole('Every field as the partner sent it, unknown ones too, with exactly the digits that were sent.'),
    findings: Type.Array(Type.Ref('Finding'), { description: 'What looks wrong in it, in the order of place.' }),
    sums: Type.Unsafe<object | null>({
      anyOf: [Type.Ref('InvoiceSums'), { type: 'null' }],
      description: 'How its sums were read, with net, VAT and gross; null where there was nothing to read.',
    }),
    ...together,
  },
  { $id: 'InvoiceRecord', description: 'All that is known of a supplier invoice.' },
);

export const exampleInvoice = {
  id: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
  state: 'approved',
  partner: 'Scanner',
  createdAt: '2026-11-14T08:00:00.000Z',
  supplier: {
    number: '1042',
    name: 'Nordbygg Material AB',
    organizationalNumber: '556016-0680',
    bankGiro: '991-2346',
    postGiro: '',
    iban: '',
    bicSwift: '',
    payeeChangedAt: null,
    alike: [],
  },
  files: [
    {
      id: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77',
      fileName: 'F-20871.pdf',
      contentType: 'application/pdf',
      size: 48211,
      createdAt: '2026-11-14T08:00:01.000Z',
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      href: '/operator/v1/companies/019a7c3e-0c11-7a52-9d10-5b6c1f2b4d77/invoices/019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88/files/019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77',
    },
  ],
  timeline: [
    { type: 'supplierinvoice.created', at: '2026-11-14T08:00:00.000Z', by: 'Scanner', reason: null },
    {
      type: 'supplierinvoice.approved',
      at: '2026-11-15T09:30:00.000Z',
      by: 'The approver',
      reason: 'Checked against the delivery note.',
    },
  ],
  ...exampleOutcome,
  signed: null,
  credits: [],
  creditedBy: [],
  actions: {
    approve: { allowed: false, why: 'This invoice is approved already.', code: 'invoice.approved' },
    reject: { allowed: false, why: 'This invoice is approved already.', code: 'invoice.approved' },
    release: { allowed: false, why: 'This invoice is approved already.', code: 'invoice.approved' },
    reopen: { allowed: true },
  },
  document: (SupplierInvoice as { examples?: object[] }).examples?.[0] ?? {},
  findings: [
    {
      place: 1,
      code: 'duplicate.amount',
      severity: 'warning',
      path: 'totalPrice',
      parameters: { earlier: '019a7c3e-5c1d-7b20-8e11-2f4a6d9c3b55', score: 50, reasons: ['amount'] },
      message:
        'Invoice 019a7c3e-5c1d-7b20-8e11-2f4a6d9c3b55 of this supplier has the same total and date (likeness 50 %).',
      dismissed: {
        at: '2026-11-15T09:29:00.000Z',
        by: { id: '019a7c3e-0a1b-7c2d-8e3f-4a5b6c7d8e9f', name: 'The approver' },
        reason: 'It is a second delivery of the same order.',
      },
    },
  ],
  sums: exampleSums,
  ...exampleTogether,
};

export const InvoicesQuery = Type.Object({
  of: Type.Optional(
    Type.String({
      pattern: '^(invoices|lines)$',
      description:
        'Of a CSV file: lines answers a row for each line of the invoices, with whose it is. The default is invoices.',
      ...published({ pattern: null, enum: ['invoices', 'lines'] }),
    }),
  ),
  ...invoiceFilters,
  ...pageQuery(invoiceList),
});
export type InvoicesQuery = Static<typeof InvoicesQuery>;

export const companyParams = Type.Object({ companyId: companyInPath });
export const invoiceParams = Type.Object({ companyId: companyInPath, id: idInPath('The invoice’s id.') });
export const fileParams = Type.Object({
  companyId: companyInPath,
  id: idInPath('The invoice’s id.'),
  fileId: idInPath('The file’s id.'),
});

export const findingParams = Type.Object({
  companyId: companyInPath,
  id: idInPath('The invoice’s id.'),
  place: Type.String({
    pattern: '^[1-9][0-9]{0,3}$',
    description: 'The place of the finding.',
    ...publishedAs('integer', { minimum: 1, maximum: 9999 }),
  }),
});

export const invoiceOperatorSchemas = [
  ...findingSchemas,
  ...filterSchemas,
  InvoiceRow,
  InvoiceRows,
  InvoiceFile,
  InvoiceRecord,
  ...decisionSchemas,
];
