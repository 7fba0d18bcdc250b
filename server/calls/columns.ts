import { column, type CsvColumns } from '../ground/csv/columns.ts';

export const callColumns: CsvColumns = {
  at: column('Time', 'Tid', { as: 'second' }),
  partner: column('Partner', 'Partner'),
  operation: column('Operation', 'Åtgärd'),
  status: column('Status', 'Status'),
  durationMs: column('Milliseconds', 'Millisekunder', { as: 'amount' }),
  reason: column('Reason', 'Orsak (på engelska)'),
  traceId: column('Trace id', 'Spårnings-id'),
};
