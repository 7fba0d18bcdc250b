import Type from 'typebox';
import { severities } from '../../../common/errors/findings.ts';
import { flag, group, listOf, named, oneOf, text } from '../../ground/http/document/fields.ts';
import { time } from '../../desk/requests.ts';
import { parametersShape } from '../../desk/shapes.ts';

const Finding = named('Finding', 'Something that looks wrong in an invoice, with the figures that prove it.', {
  place: Type.Integer({
    minimum: 1,
    description: 'The number of the finding within the invoice, from 1. It never changes.',
  }),
  code: text('The code, such as currency.unknown.'),
  severity: oneOf(severities, 'info, warning, or hold, which holds the invoice until somebody releases it.'),
  path: Type.Optional(text('The field that it is about, such as articles[3].totalPrice. Missing if there is none.')),
  parameters: Type.Optional(parametersShape),
  message: text('The finding as a sentence.'),
  released: Type.Optional(flag('True for a hold that a release of the invoice has answered. Otherwise missing.', true)),
  dismissed: Type.Optional(
    group('The dismissal. Missing until somebody dismisses it.', {
      at: time('When.'),
      by: group('Who dismissed it: an operator, or the service when a later file disproved it.', {
        id: Type.Optional(text('The operator’s id. Missing if the service dismissed it.')),
        name: text('The operator’s name at that time, or: the service.'),
      }),
      reason: text('Why; of the service, the name of the file that disproves it.'),
    }),
  ),
});

const amount = (description: string) => text(description, '1250.00');

const reading = group('How the amounts were read.', {
  price: oneOf(
    ['unit', 'line', 'either'],
    'Whether a line’s price is per unit or per line; either if lines differ, or if it cannot be known.',
  ),
  discount: oneOf(
    ['none', 'percentage', 'value', 'valuePerUnit', 'percentageAndValue', 'mixed'],
    'How the lines’ discounts are taken off.',
  ),
  vat: oneOf(
    ['line', 'sum', 'either', 'none'],
    'Where the VAT was rounded: for each line or on the sum; either if both give the same; none if there is no VAT to compare.',
  ),
  lineVat: oneOf(['percentage', 'amount', 'none'], 'What a line’s vat is.'),
  linesIncludeVat: flag('Whether the lines’ totals include VAT.'),
  totalIncludesVat: flag('Whether the invoice’s total includes VAT.'),
  isRounded: flag('Whether the total was rounded to whole units of the currency without a roundoff.'),
});

const InvoiceSums = named(
  'InvoiceSums',
  'The sums of an invoice in the reading that matches, or in the nearest one if none does.',
  {
    matches: flag('Whether the sums add up in this reading; otherwise it is the nearest one.'),
    reading,
    parts: listOf('The parts of the total, in order.', {
      what: oneOf(['lines', 'fee', 'freight', 'vat', 'roundoff'], 'The kind of the part.'),
      amount: amount('Its amount.'),
    }),
    expected: amount('The sum of the parts.'),
    sent: Type.Optional(amount('The total that was sent. Missing if none was.')),
    difference: Type.Optional(amount('Sent minus expected.')),
    net: amount('The total without VAT.'),
    vat: amount('The VAT.'),
    gross: amount('The total with VAT.'),
  },
);

export const findingSchemas = [Finding, InvoiceSums];
