import Type from 'typebox';
import { count, group, oneOf, text } from '../../../ground/http/document/fields.ts';
import { hiddenFields } from '../../lists/search-match.ts';

export const invoiceMatch = (description: string) =>
  Type.Optional(
    group(description, {
      field: oneOf(
        [...hiddenFields, 'file'],
        'The field with the text, of the invoice or of its supplier’s record; file for the text of a file.',
      ),
      text: text('What the field holds, or a part of the line of the file.', 'PO-7741'),
      fileName: Type.Optional(text('The name of the file.')),
      page: Type.Optional(count('The page of the file, from 1.')),
    }),
  );
