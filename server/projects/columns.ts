import { projectImport } from '../../common/imports/projects.ts';
import { nameOf, names } from '../../common/names/names.ts';
import { column, type CsvColumns } from '../ground/csv/columns.ts';
import { importColumns } from '../ground/imports/layout.ts';
import type { Notice } from '../../common/errors/notices.ts';

const warnings = names({
  'proposal.shared': ['A proposal id is on another project too', 'Ett förslags-id finns även på ett annat projekt'],
  'proposal.missing': ['No proposal id', 'Förslags-id saknas'],
  'facility.missing': ['No facility', 'Anläggning saknas'],
  'facility.several': ['More than one facility', 'Mer än en anläggning'],
});

export const projectColumns: CsvColumns = {
  ...importColumns(projectImport),
  workOrderCount: column('Work orders', 'Arbetsordrar'),
  warnings: column('Warnings', 'Varningar', {
    plain: (sentences: readonly string[]) => sentences.join(' '),
    from: 'notices',
    as: (notices, language) =>
      [...new Set((notices as Notice[]).map(({ code }) => nameOf(warnings, language, code)))].join(', '),
  }),
  id: column('Id', 'Id'),
};
