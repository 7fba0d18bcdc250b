import { column, words, type CsvColumns } from '../ground/csv/columns.ts';

const time = { as: 'time' } as const;

export const endpointColumns: CsvColumns = {
  url: column('Address', 'Adress'),
  partner: column('Partner', 'Partner'),
  types: column('Types of events', 'Händelsetyper', { plain: (types: readonly string[]) => types.join(' ') }),
  state: column('State', 'Status', {
    as: words({ on: ['On', 'På'], failing: ['Failing', 'Fel'], off: ['Off', 'Avstängd'] }),
  }),
  failingSince: column('Failing since', 'Fel sedan', time),
  deliveredAt: column('Last delivery', 'Senaste leverans', time),
  behind: column('Waiting', 'Väntar'),
  createdAt: column('Created', 'Skapad', time),
  id: column('Id', 'Id'),
};

export const attemptColumns: CsvColumns = {
  at: column('Time', 'Tid', { as: 'second' }),
  seq: column('No.', 'Nr'),
  type: column('Type', 'Typ'),
  outcome: column('Outcome', 'Utfall', {
    as: words({ delivered: ['Delivered', 'Levererad'], failed: ['Failed', 'Misslyckad'] }),
  }),
  status: column('Status', 'Status'),
  error: column('Error', 'Fel'),
  tookMs: column('Milliseconds', 'Millisekunder'),
  askedBy: column('Sent by', 'Skickad av'),
  eventId: column('Event', 'Händelse'),
  id: column('Id', 'Id'),
};
