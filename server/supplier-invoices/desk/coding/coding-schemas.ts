import Type from 'typebox';
import { codingKinds, maxCodeLength, type CodingKind } from '../../../../common/coding.ts';
import { importOutcome, importPreview } from '../../../desk/imports.ts';
import { time } from '../../../desk/requests.ts';
import { arrayOf, flag, form, named, oneOf, orNull, requiredText, text } from '../../../ground/http/document/fields.ts';
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

const rows = arrayOf(
  Type.Ref('CodingRow'),
  'One row for the whole invoice; or one for each line, with line; or several with amounts that add up to its total.',
);

export const InvoiceCodingForm = form(
  'InvoiceCodingForm',
  'The coding of an invoice.',
  {
    rows: Type.Array(Type.Object(fields, { ...refusesOthers, description: aboutRow }), {
      maxItems: maxRows,
      description:
        'One row for the whole invoice; or one for each line, with line; or several with amounts that add up to the invoice’s total. An empty list removes the coding.',
    }),
  },
  { rows: [{ account: '4010', costCentre: '20', vatCode: '25' }] },
);
/** Of an invoice. */
export const codingFields = {
  coding: orNull(
    Type.Object({
      rows,
      by: text('The operator who coded it, or whose approval took the proposal over.'),
      at: time('When.'),
    }),
    'How it is coded; null if it is not.',
  ),
  codingProposal: orNull(
    Type.Object({
      rows,
      same: Type.Integer({
        description: 'The number of those codings that are the same as the proposal.',
        examples: [6],
      }),
      of: Type.Integer({
        description: 'The number of the supplier’s latest codings that it is made from, at most 6.',
        examples: [6],
      }),
      takenOver: flag('Whether an approval takes it over: at least 3 codings, and all of them, are the same.'),
    }),
    'A proposal for an invoice that is not coded: the most frequent of the latest codings of its supplier, of the same project if there are any. Otherwise null.',
  ),
  codingRequired: flag('Whether the company’s settings demand a coding before an approval.'),
};

export const CodingValueOfFile = form('CodingValueOfFile', 'A code of an import.', {
  kind: oneOf(codingKinds, 'The list that it belongs to.'),
  code: requiredText(`The code, unique in its list, of at most ${maxCodeLength} characters.`, '4010'),
  name: requiredText('The name.', 'Materials'),
  active: Type.Optional(
    flag('Whether invoices can be coded with it. Absent, it stays as it is; a new code is active.', true),
  ),
});

export const CodingImported = importOutcome('CodingImported', 'codes', {});

export const CodingPreview = importPreview('CodingPreview', 'codes');
