import Type, { type Static } from 'typebox';
import { companyInPath, textInQuery } from '../../desk/requests.ts';
import { notBlank } from '../../ground/http/document/publish.ts';

export const kinds = ['supplier', 'partner', 'project', 'operator'] as const;
export type Kind = (typeof kinds)[number];

export const mostChoices = 20;

const Choices = Type.Object(
  {
    choices: Type.Array(
      Type.Object({
        value: Type.String({
          description:
            'What a filter takes: the number of a supplier, the id of a partner or operator, the name of a project.',
        }),
        label: Type.String({ description: 'Its name.' }),
        detail: Type.String({
          description:
            'What tells it apart from others of the same name: the number of a supplier or project, the e-mail address of an operator. Otherwise empty.',
        }),
      }),
      { description: `What was found, the best first, at most ${mostChoices}.` },
    ),
  },
  { $id: 'Choices', description: 'What there is to choose from.' },
);
export type Choice = Static<typeof Choices>['choices'][number];

export const exampleChoices = { choices: [{ value: '1042', label: 'Nordbygg Material AB', detail: '1042' }] };

export const CompanyInPath = Type.Object({ companyId: companyInPath });

export const ChoicesQuery = Type.Object({
  of: Type.Unsafe<Kind>({ type: 'string', enum: [...kinds], description: 'What to choose.' }),
  q: Type.Optional(
    Type.String({
      pattern: notBlank,
      maxLength: 100,
      description: 'A part of its name or number, in any case. Without it, the first by name are answered.',
    }),
  ),
  value: textInQuery(
    'Only what has this value, or whatever else filters take for it, whatever q says: for what it is called.',
  ),
});
export type ChoicesQuery = Static<typeof ChoicesQuery>;

export const choiceSchemas = [Choices];
