import { column, type CsvColumns } from '../ground/csv/columns.ts';
import { roleNames } from '../../common/names/states.ts';

const time = { as: 'time' } as const;

export const companyColumns: CsvColumns = {
  name: column('Company', 'Företag'),
  role: column('Role', 'Roll', { as: roleNames }),
  createdAt: column('Created', 'Skapat', time),
  id: column('Id', 'Id'),
};

export const partnerColumns: CsvColumns = {
  name: column('Partner', 'Partner'),
  tokens: column('Valid tokens and clients', 'Giltiga nycklar och klienter'),
  lastUsedAt: column('Last used', 'Senast använd', time),
  attachesToAll: column('May attach files to others’ invoices', 'Får bifoga filer till andras fakturor', {
    as: 'truth',
  }),
  createdAt: column('Created', 'Skapad', time),
  id: column('Id', 'Id'),
};

/** Columns of both tokens and clients; a file leaves out those that its rows do not have. */
const credentials = {
  partner: column('Partner', 'Partner'),
  scopes: column('May', 'Får', { plain: (scopes: readonly string[]) => scopes.join(' ') }),
  createdAt: column('Created', 'Skapad', time),
  revokedAt: column('Revoked', 'Återkallad', time),
  lastUsedAt: column('Last used', 'Senast använd', time),
  id: column('Id', 'Id'),
  partnerId: column('Partner’s id', 'Partnerns id'),
};

export const clientColumns: CsvColumns = credentials;

export const tokenColumns: CsvColumns = {
  name: column('Name', 'Namn'),
  firstCharacters: column('First characters', 'Första tecken'),
  ...credentials,
  expiresAt: column('Expires', 'Upphör', time),
};
