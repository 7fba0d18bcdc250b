import Type, { type Static } from 'typebox';
import { projectList } from './queries.ts';
import { encodingOfFile } from '../../desk/imports.ts';
import { inPagesOnly, pageOf, pageQuery } from '../../desk/lists.ts';
import { companyInPath, idInPath, textInQuery } from '../../desk/requests.ts';
import { publishedAs, refusesOthers } from '../../ground/http/document/publish.ts';
import { requiredText } from '../../ground/http/document/fields.ts';

const text = (description: string, example: string) => requiredText({ description, examples: [example] });

export const ProjectForm = Type.Object(
  {
    number: text('Identifies the project in the company.', 'P1'),
    name: text('The name, which becomes part of a work order’s title.', 'Kvarteret Eken'),
    proposalIds: Type.Array(text('A proposal id.', 'P-2026-014'), {
      maxItems: 1_000,
      description: 'The proposal ids; a partner’s work order names one of them.',
    }),
    facilities: Type.Array(
      Type.Object(
        {
          number: text('The facility’s number, once in the project.', '1'),
          name: Type.Optional(Type.String({ maxLength: 255, description: 'The facility’s name, if it has one.' })),
        },
        refusesOthers,
      ),
      { maxItems: 1_000, description: 'The facilities. Work orders need a project with exactly one.' },
    ),
  },
  {
    ...refusesOthers,
    $id: 'ProjectForm',
    description: 'A project. Spaces around a text do not count.',
    examples: [
      {
        number: 'P1',
        name: 'Kvarteret Eken',
        proposalIds: ['P-2026-014'],
        facilities: [{ number: '1', name: 'Main building' }],
      },
    ],
  },
);
export type ProjectForm = Static<typeof ProjectForm>;

const { number, name, proposalIds, facilities } = ProjectForm.properties;

const ProjectOfFile = Type.Object(
  { number, name, proposalIds: Type.Optional(proposalIds), facilities: Type.Optional(facilities) },
  {
    ...refusesOthers,
    $id: 'ProjectOfFile',
    description: 'A project of an import. Proposal ids and facilities that are left out stay as they are.',
  },
);

const warnings = Type.Array(Type.String(), {
  description: 'Sentences about what keeps partners from creating work orders.',
});
const notices = Type.Array(Type.Ref('Notice'), {
  description: inPagesOnly('The warnings as data, in the same order.'),
});

const ProjectRecord = Type.Object(
  {
    id: Type.String({ description: 'The project’s id.' }),
    number: Type.String({ description: 'The number, which identifies it in the company.' }),
    name: Type.String({ description: 'The name.' }),
    proposalIds: Type.Array(Type.String(), { description: 'The proposal ids.' }),
    facilities: Type.Array(
      Type.Object({
        number: Type.String({ description: 'The facility’s number.' }),
        name: Type.String({ description: 'The facility’s name, or an empty text.' }),
      }),
      { description: 'The facilities.' },
    ),
    workOrderCount: Type.Integer({ description: 'How many work orders the project has had.' }),
    warnings,
    notices,
  },
  { $id: 'ProjectRecord', description: 'A project with what belongs to it.' },
);

export const exampleProject = {
  id: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77',
  number: 'P1',
  name: 'Kvarteret Eken',
  proposalIds: ['P-2026-014'],
  facilities: [{ number: '1', name: 'Main building' }],
  workOrderCount: 3,
  warnings: [],
  notices: [],
};

const ProjectRows = pageOf(Type.Ref('ProjectRecord'), { $id: 'ProjectRows', description: 'A page of projects.' });

const ProjectsImported = Type.Object(
  {
    created: Type.Integer({ description: 'How many projects are new.' }),
    updated: Type.Integer({ description: 'How many were changed.' }),
    unchanged: Type.Integer({ description: 'How many were as the file says already.' }),
    warnings,
    notices,
    encoding: encodingOfFile,
  },
  { $id: 'ProjectsImported', description: 'What became of an imported file.' },
);

export const projectInPath = Type.Object({ companyId: companyInPath, id: idInPath('The project’s id.') });

export const ProjectsQuery = Type.Object({
  q: textInQuery(
    'Only projects whose number, name or one of whose proposal ids contains this, in any case. One or two characters are looked for at the beginnings of words.',
  ),
  warnings: Type.Optional(
    Type.String({
      pattern: '^(true|false)$',
      description: 'true: only projects with a warning.',
      ...publishedAs('boolean'),
    }),
  ),
  ...pageQuery(projectList),
});

export const projectOperatorSchemas = [ProjectForm, ProjectOfFile, ProjectRecord, ProjectRows, ProjectsImported];
