import { column, type CsvColumns } from '../ground/csv/columns.ts';

export const auditColumns: CsvColumns = {
  at: column('Time', 'Tid', { as: 'second' }),
  operator: column('Who', 'Vem'),
  action: column('What', 'Vad'),
  subjectType: column('Kind of record', 'Typ av post'),
  subjectId: column('Record', 'Post'),
  data: column('Details', 'Detaljer'),
  seq: column('Number in the log', 'Nummer i loggen'),
  id: column('Id', 'Id'),
};
