import Type from 'typebox';
import { maxCodeLength, type CodingKind } from '../../../../common/coding.ts';
import { time } from '../../../desk/requests.ts';
import { arrayOf, count, flag, form, named, orNull, text } from '../../../ground/http/document/fields.ts';
import { notBlank, refusesOthers } from '../../../ground/http/document/publish.ts';

const maxRows = 5_000;

const code = (of: string, example: string) =>
  Type.Optional(
    Type.String({
      pattern: notBlank,
      maxLength: maxCodeLength,
      description: `The code of ${of}.`,
      examples: [example],
    }),
  );

const codes = {
  account: code('an account', '4010'),
  costCentre: code('a cost centre', '20'),
  project: code('a project', 'P1'),
  vatCode: code('VAT', '25'),
} satisfies Record<CodingKind, unknown>;

const fields = {
  line: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxRows, description: 'The line of the invoice that it is for, from 1.' }),
  ),
  ...codes,
  amount: Type.Optional(
    Type.String({
      pattern: '^-?[0-9]{1,15}([.][0-9]{1,20})?$',
      description: 'The part of the total that it is for, as an exact decimal.',
    }),
  ),
};
const aboutRow = 'Codes of the company’s lists, at least one.';
export const CodingRow = named('CodingRow', aboutRow, fields);

const aboutRows =
  'One row for the whole invoice; or one for each line, with line; or several with amounts that add up to its total.';
const rows = arrayOf(Type.Ref('CodingRow'), aboutRows);

export const InvoiceCodingForm = form(
  'InvoiceCodingForm',
  'The coding of an invoice.',
  {
    rows: Type.Array(Type.Object(fields, { ...refusesOthers, description: aboutRow }), {
      maxItems: maxRows,
      description: `${aboutRows} An empty list removes the coding.`,
    }),
  },
  { rows: [{ account: '4010', costCentre: '20', vatCode: '25' }] },
);

/** Of an invoice. */
export const codingFields = {
  coding: orNull(
    Type.Object({ rows, by: text('Who coded it, or took the proposal over by an approval.'), at: time('When.') }),
    'How it is coded; null if it is not.',
  ),
  codingProposal: orNull(
    Type.Object({
      rows,
      same: count('The number of those codings that are the same as the proposal.', 6),
      of: count('The number of the supplier’s latest codings that it is made from, at most 6.', 6),
      takenOver: flag('Whether an approval takes it over: at least 3 codings, and all of them, are the same.'),
    }),
    'A proposal for an invoice that is not coded: the most frequent of the latest codings of its supplier, of the same project if there are any. Otherwise null.',
  ),
  codingRequired: flag('Whether the company’s settings demand a coding before an approval.'),
};
