import { column, type CsvColumns } from '../ground/csv/columns.ts';
import { deliveryOutcomeNames, endpointStateNames, switchOffNames } from '../../common/names/states.ts';

const time = { as: 'time' } as const;

export const endpointColumns: CsvColumns = {
  url: column('Address', 'Adress'),
  partnerId: column('Partner id', 'Partnerns id'),
  partner: column('Partner', 'Partner'),
  types: column('Types of events', 'Händelsetyper', { plain: (types: readonly string[]) => types.join(' ') }),
  state: column('State', 'Status', { as: endpointStateNames }),
  switchedOffAt: column('Switched off', 'Avstängd sedan', time),
  switchedOffFor: column('Switched off because', 'Avstängd för att', { as: switchOffNames }),
  failingSince: column('Failing since', 'Fel sedan', time),
  tries: column('Tries', 'Försök'),
  nextTryAt: column('Next try', 'Nästa försök', time),
  deliveredAt: column('Last delivery', 'Senaste leverans', time),
  position: column('Last event', 'Senaste händelse'),
  behind: column('Waiting', 'Väntar'),
  formerSecretUntil: column('Former secret valid until', 'Tidigare hemlighet gäller till', time),
  createdAt: column('Created', 'Skapad', time),
  id: column('Id', 'Id'),
};

export const attemptColumns: CsvColumns = {
  at: column('Time', 'Tid', { as: 'second' }),
  seq: column('Number', 'Nummer'),
  type: column('Type', 'Typ'),
  outcome: column('Outcome', 'Resultat', { as: deliveryOutcomeNames }),
  status: column('Status', 'Status'),
  error: column('Error', 'Fel'),
  tookMs: column('Milliseconds', 'Millisekunder'),
  askedBy: column('Sent by', 'Skickad av'),
  eventId: column('Event', 'Händelse'),
  id: column('Id', 'Id'),
};
