import { column, type CsvColumns } from '../ground/csv/columns.ts';
import { eventNames } from '../../common/names/events.ts';

/** What a file of suppliers has. What an import reads of it is what an export writes. */
export const supplierColumns: CsvColumns = {
  number: column('Supplier number', 'Leverantörsnummer'),
  name: column('Name', 'Namn'),
  organizationalNumber: column('Organisational number', 'Organisationsnummer'),
  street: column('Street', 'Gatuadress'),
  postIndex: column('Postal code', 'Postnummer'),
  city: column('City', 'Ort'),
  country: column('Country', 'Land'),
  phone: column('Telephone', 'Telefon'),
  email: column('E-mail', 'E-post'),
  website: column('Website', 'Webbplats'),
  bankGiro: column('Bank giro', 'Bankgiro'),
  postGiro: column('Post giro', 'Plusgiro'),
  iban: column('IBAN', 'IBAN'),
  bicSwift: column('BIC', 'BIC'),
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
