import { column, type CsvColumns } from '../ground/csv/columns.ts';
import { workOrderStateNames } from '../../common/names/states.ts';

export const workOrderColumns: CsvColumns = {
  title: column('Title', 'Titel'),
  state: column('State', 'Status', { as: workOrderStateNames }),
  project: column('Project', 'Projekt', {
    as: (project) => {
      const { number, name } = project as { number: string; name: string };
      return `${number} ${name}`;
    },
  }),
  facilityNumber: column('Facility', 'Anläggning'),
  description: column('Description', 'Beskrivning'),
  partner: column('Partner', 'Partner'),
  reference: column('Partner’s reference', 'Partnerns referens'),
  createdAt: column('Arrived', 'Inkom', { as: 'time' }),
  id: column('Id', 'Id'),
};
