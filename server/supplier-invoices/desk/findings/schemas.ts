import Type, { type Static } from 'typebox';
import { severities } from '../../../checks/rule.ts';
import { time } from '../../../desk/requests.ts';
import { parametersShape } from '../../../desk/shapes.ts';
import { notBlank, refusesOthers } from '../../../ground/http/document/publish.ts';

const text = (description: string) => Type.String({ description });
const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description });

export const severity = (description: string) => oneOf(severities, description);

const Finding = Type.Object(
  {
    place: Type.Integer({ minimum: 1, description: 'Which finding of the invoice it is, from 1. It stays the same.' }),
    code: text('What it is, such as currency.unknown.'),
    severity: severity(
      'How serious it is: info, warning, or hold, for which the invoice is held until somebody releases it.',
    ),
    path: Type.Optional(
      text('The field that it is about, such as articles[3].totalPrice. It is missing where there is none.'),
    ),
    parameters: Type.Optional(parametersShape),
    message: text('What looks wrong, as a sentence.'),
    dismissed: Type.Optional(
      Type.Object(
        {
          at: time('When.'),
          by: Type.Object(
            { id: text('The id of the operator.'), name: text('What the operator was called then.') },
            { description: 'Who dismissed it.' },
          ),
          reason: text('Why.'),
        },
        { description: 'Who found it to be no mistake. It is missing until somebody does.' },
      ),
    ),
  },
  { $id: 'Finding', description: 'Something that looks wrong in an invoice, with the figures that prove it.' },
);

const amount = (description: string) => Type.String({ description, examples: ['1250.00'] });

const reading = Type.Object(
  {
    price: oneOf(
      ['unit', 'line', 'either'],
      'Whether a line’s price is for a unit or for the line; either where lines differ, or where that cannot be told.',
    ),
    discount: oneOf(
      ['none', 'percentage', 'value', 'valuePerUnit', 'percentageAndValue', 'mixed'],
      'How the lines’ discounts are taken off.',
    ),
    vat: oneOf(
      ['line', 'sum', 'either', 'none'],
      'Where the VAT was rounded: for each line or on the sum; either where both come to the same; none where there is no VAT to compare.',
    ),
    lineVat: oneOf(['percentage', 'amount', 'none'], 'What a line’s vat is.'),
    linesIncludeVat: Type.Boolean({ description: 'Whether the lines’ totals include VAT.' }),
    totalIncludesVat: Type.Boolean({ description: 'Whether the invoice’s total includes VAT.' }),
    isRounded: Type.Boolean({
      description: 'Whether the total was rounded to whole units of the currency without saying so.',
    }),
  },
  { description: 'How the amounts were read.' },
);

const InvoiceSums = Type.Object(
  {
    matches: Type.Boolean({ description: 'Whether the sums add up under this reading; otherwise it is the nearest.' }),
    reading,
    parts: Type.Array(
      Type.Object({
        what: oneOf(['lines', 'fee', 'freight', 'vat', 'roundoff'], 'What is added.'),
        amount: amount('How much it is.'),
      }),
      { description: 'What the total is made of, in order.' },
    ),
    expected: amount('What the parts come to.'),
    sent: Type.Optional(amount('The total that was sent. It is missing where none was.')),
    difference: Type.Optional(amount('Sent less expected.')),
    net: amount('The total without VAT.'),
    vat: amount('The VAT.'),
    gross: amount('The total with VAT.'),
  },
  {
    $id: 'InvoiceSums',
    description: 'The sums of an invoice by the reading that matches or, where none does, by the nearest one.',
  },
);

export const exampleSums = {
  matches: true,
  reading: {
    price: 'unit',
    discount: 'none',
    vat: 'either',
    lineVat: 'percentage',
    linesIncludeVat: false,
    totalIncludesVat: true,
    isRounded: false,
  },
  parts: [
    { what: 'lines', amount: '1255.00' },
    { what: 'vat', amount: '313.75' },
  ],
  expected: '1568.75',
  sent: '1568.75',
  difference: '0.00',
  net: '1255.00',
  vat: '313.75',
  gross: '1568.75',
};

const reason = (description: string) => Type.String({ pattern: notBlank, maxLength: 1_000, description });

export const InvoiceRelease = Type.Object(
  {
    reason: reason('Why it is released.'),
    acceptAccount: Type.Optional(
      Type.Boolean({
        description:
          'Whether the bank giro and post giro of the invoice are written into the supplier’s record where they differ from it.',
      }),
    ),
  },
  {
    ...refusesOthers,
    $id: 'InvoiceRelease',
    description: 'A release of a held invoice.',
    examples: [{ reason: 'The supplier confirmed the new account by telephone.', acceptAccount: true }],
  },
);

export type InvoiceRelease = Static<typeof InvoiceRelease>;

export const FindingDismissal = Type.Object(
  { reason: reason('Why it is no mistake.') },
  {
    ...refusesOthers,
    $id: 'FindingDismissal',
    description: 'A dismissal of a finding.',
    examples: [{ reason: 'It is a second delivery of the same order.' }],
  },
);

export const findingSchemas = [Finding, InvoiceSums, InvoiceRelease, FindingDismissal];
