import { column, type CsvColumns } from '../ground/csv/columns.ts';

const time = { as: 'time' } as const;

export const operatorColumns: CsvColumns = {
  name: column('Name', 'Namn'),
  email: column('E-mail', 'E-post'),
  administrator: column('Administrator', 'Administratör', { as: 'truth' }),
  companies: column('Companies', 'Företag', {
    plain: (companies: readonly { name: string; role: string }[]) =>
      companies.map(({ name, role }) => `${name}=${role}`).join('|'),
    as: (companies) => (companies as { name: string }[]).map(({ name }) => name).join(', '),
  }),
  invited: column('Has not signed in yet', 'Har inte loggat in än', { as: 'truth' }),
  rolesFrom: column('Roles from', 'Roller från', {
    plain: (from: { name: string } | null) => from?.name ?? '',
    as: (from) => (from as { name: string } | null)?.name ?? '',
  }),
  disabledAt: column('Disabled', 'Avstängd', time),
  createdAt: column('Created', 'Skapad', time),
  id: column('Id', 'Id'),
};

export const systemColumns: CsvColumns = {
  name: column('Name', 'Namn'),
  lastUsedAt: column('Last used', 'Senast använd', time),
  disabledAt: column('Shut off', 'Avstängt', time),
  createdAt: column('Created', 'Skapat', time),
  id: column('Id', 'Id'),
};

export const operatorTokenColumns: CsvColumns = {
  name: column('Name', 'Namn'),
  createdAt: column('Created', 'Skapad', time),
  expiresAt: column('Expires', 'Upphör', time),
  revokedAt: column('Revoked', 'Återkallad', time),
  lastUsedAt: column('Last used', 'Senast använd', time),
  id: column('Id', 'Id'),
};
