import Type, { type Static } from 'typebox';
import { codingKinds } from '../../../common/coding.ts';
import { listOf, named, oneOf, text } from '../../ground/http/document/fields.ts';
import { textInQuery } from '../../desk/requests.ts';
import { notBlank } from '../../ground/http/document/publish.ts';

const codingChoices = codingKinds.map((kind) => `coding.${kind}` as const);
const kinds = ['supplier', 'partner', 'project', 'operator', ...codingChoices] as const;
export type Kind = (typeof kinds)[number];

export const maxChoices = 20;

export const Choices = named('Choices', 'Suggestions for a picker.', {
  choices: listOf(`The choices, the best first, at most ${maxChoices}.`, {
    value: text(
      'The value for a filter or a form: the number of a supplier, the id of a partner or operator, the name of a project, the code in a coding list.',
      '1042',
    ),
    label: text('Its name; in a coding list the code and the name.', 'Nordbygg Material AB'),
    detail: text(
      'A detail that distinguishes it from others of the same name: the number of a supplier or project, the e-mail address of an operator. Otherwise empty.',
      '1042',
    ),
  }),
});
export type Choice = Static<typeof Choices>['choices'][number];

export const ChoicesQuery = Type.Object({
  of: oneOf(
    kinds,
    'The kind of record to choose; coding and the name of a list stand for the active codes of that list.',
  ),
  q: Type.Optional(
    Type.String({
      pattern: notBlank,
      maxLength: 100,
      description:
        'Parts of its name or number, without regard to case and accents. Without it, the first by name are answered.',
    }),
  ),
  value: textInQuery(
    'Only the record with this value, or with another value that filters take for it, regardless of q. It finds the name of a value.',
  ),
});
export type ChoicesQuery = Static<typeof ChoicesQuery>;
