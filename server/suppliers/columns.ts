import { supplierImport } from '../../common/imports/suppliers.ts';
import { eventNames } from '../../common/names/events.ts';
import { column, type CsvColumns } from '../ground/csv/columns.ts';
import { importColumns } from '../ground/imports/layout.ts';

export const supplierColumns: CsvColumns = {
  ...importColumns(supplierImport),
  blocked: column('Blocked', 'Spärrad', { as: 'truth' }),
  blockedReason: column('Reason for the block', 'Spärrad för att'),
  updatedAt: column('Changed', 'Ändrad', { as: 'time' }),
};

interface Change {
  field: string;
  from: string;
  to: string;
  reason?: string;
}

/** "name: Old AB → New AB" */
const inLine = (name: string, { from, to, reason }: Change) =>
  `${name}: ${from} → ${to}${reason ? ` (${reason})` : ''}`;

export const changeColumns: CsvColumns = {
  at: column('Time', 'Tid', { as: 'time' }),
  type: column('What', 'Vad', { as: eventNames }),
  by: column('Who', 'Vem'),
  changes: column('Changes', 'Ändringar', {
    plain: (changes: readonly Change[]) => changes.map((change) => inLine(change.field, change)).join('|'),
    as: (changes, language) =>
      (changes as Change[])
        .map((change) => inLine(supplierColumns[change.field]?.[language] ?? change.field, change))
        .join('\n'),
  }),
  proposedBy: column('Proposed by', 'Föreslaget av'),
};
