import Type, { type Static } from 'typebox';
import { projectList } from './queries.ts';
import { importOutcome, importPreview } from '../../desk/imports.ts';
import { inPagesOnly, pageOf, pageQuery } from '../../desk/lists.ts';
import { flagInQuery, textInQuery } from '../../desk/requests.ts';
import { refusesOthers } from '../../ground/http/document/publish.ts';
import { requiredText, count, form, listOf, named, text, arrayOf } from '../../ground/http/document/fields.ts';

const number = requiredText('Identifies the project in the company.', 'P1');
const name = requiredText('The name, which becomes part of the title of a work order.', 'Kvarteret Eken');
const proposalIds = Type.Array(requiredText('A proposal id.', 'P-2026-014'), {
  maxItems: 1_000,
  description: 'The proposal ids. A partner’s work order contains one of them.',
});
const facilityNumber = requiredText('The facility’s number, unique in the project.', '1');
const facilityName = {
  maxLength: 255,
  description: 'The facility’s name, if it has one.',
  examples: ['Main building'],
};
const facilities = Type.Array(
  Type.Object({ number: facilityNumber, name: Type.Optional(Type.String(facilityName)) }, refusesOthers),
  { maxItems: 1_000, description: 'The facilities. Work orders need a project with exactly one.' },
);

export const ProjectForm = form('ProjectForm', 'A project. Spaces around a text are ignored.', {
  number,
  name,
  proposalIds,
  facilities,
});
export type ProjectForm = Static<typeof ProjectForm>;

export const ProjectOfFile = form(
  'ProjectOfFile',
  'A project of an import. Absent proposal ids and facilities stay as they are.',
  { number, name, proposalIds: Type.Optional(proposalIds), facilities: Type.Optional(facilities) },
);

const warnings = arrayOf(Type.String(), 'Sentences about what keeps partners from creating work orders.', []);
const notices = arrayOf(Type.Ref('Notice'), inPagesOnly('The warnings as data, in the same order.'), []);

export const ProjectRecord = named('ProjectRecord', 'The project.', {
  id: text('The project’s id.'),
  number,
  name,
  proposalIds,
  facilities: listOf('The facilities. The name is an empty text if a facility has none.', {
    number: facilityNumber,
    name: Type.String(facilityName),
  }),
  workOrderCount: count('The number of work orders that the project has had.', 3),
  warnings,
  notices,
});

export const ProjectRows = pageOf('ProjectRows', 'ProjectRecord', 'A page of projects.');

export const ProjectsImported = importOutcome('ProjectsImported', 'projects', { warnings, notices });

export const ProjectsPreview = importPreview('ProjectsPreview', 'projects');

export const ProjectsQuery = Type.Object({
  q: textInQuery(
    'Only projects whose number, name or proposal ids contain each of these words, without regard to case and accents. One or two characters are searched at the beginnings of words.',
  ),
  warnings: flagInQuery('true: only projects with a warning.'),
  ...pageQuery(projectList),
});
export type ProjectsQuery = Static<typeof ProjectsQuery>;
