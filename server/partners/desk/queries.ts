import { type CsvColumns, column } from '../../ground/csv/columns.ts';
import { type CompanyId, type Db, touchesRow } from '../../ground/db/pool.ts';
import { raw, sql, type Sql } from '../../ground/db/sql.ts';
import type { List } from '../../ground/db/paging.ts';
import { isUuid } from '../../ground/db/ids.ts';
import { companiesOfOperators } from '../../people/store.ts';
import { roleNames } from '../../../common/names/states.ts';

const time = { as: 'time' } as const;

const companyColumns: CsvColumns = {
  name: column('Company', 'Företag'),
  role: column('Role', 'Roll', { as: roleNames }),
  createdAt: column('Created', 'Skapat', time),
  id: column('Id', 'Id'),
};

const partnerColumns: CsvColumns = {
  name: column('Partner', 'Partner'),
  tokens: column('Valid tokens and clients', 'Giltiga nycklar och klienter'),
  lastUsedAt: column('Last used', 'Senast använd', time),
  attachesToAll: column('May attach files to others’ invoices', 'Får bifoga filer till andras fakturor', {
    as: 'truth',
  }),
  managesWebhooks: column('May manage its webhook endpoints', 'Får hantera sina webhookmottagare', { as: 'truth' }),
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

const clientColumns: CsvColumns = credentials;

const tokenColumns: CsvColumns = {
  name: column('Name', 'Namn'),
  firstCharacters: column('First characters', 'Första tecken'),
  ...credentials,
  expiresAt: column('Expires', 'Upphör', time),
};

export const companyList = (administrator: boolean): List => ({
  select: `companies.id, companies.name, ${administrator ? "'administrator' AS role" : 'role'}, companies.created_at AS "createdAt"`,
  columns: companyColumns,
  from: administrator ? 'companies' : companiesOfOperators,
  sorts: {
    name: { column: 'companies.name', type: 'text' },
    createdAt: { column: 'companies.created_at', type: 'timestamptz' },
  },
  defaultSort: 'name',
  tie: { column: 'companies.id', type: 'uuid' },
});

export const companiesWhere = ({ id, administrator }: { id: string; administrator: boolean }): Sql[] =>
  administrator ? [raw('TRUE')] : [sql`operator_id = ${id}`];

const ofThisPartner = raw('company_id = partners.company_id AND partner_id = partners.id');

export const partnerOrder = {
  sorts: {
    name: { column: 'partners.name', type: 'text' },
    createdAt: { column: 'partners.created_at', type: 'timestamptz' },
  },
  defaultSort: 'name',
  tie: { column: 'partners.id', type: 'uuid' },
} satisfies Partial<List>;

export const partnerList = (company: CompanyId, now: Date): List => ({
  ...partnerOrder,
  select: sql`partners.id, partners.name, partners.created_at AS "createdAt", attaches_to_all AS "attachesToAll",
    manages_webhooks AS "managesWebhooks",
    (SELECT count(*) FROM access_tokens
     WHERE access_tokens.company_id = ${company} AND ${ofThisPartner} AND client_id IS NULL AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > ${now}))::integer
    + (SELECT count(*) FROM clients WHERE ${ofThisPartner} AND revoked_at IS NULL)::integer AS tokens,
    (SELECT max(used_at) FROM credential_uses
     WHERE credential_uses.company_id = ${company} AND credential_uses.partner_id = partners.id) AS "lastUsedAt"`,
  columns: partnerColumns,
  from: 'partners',
});

export const partnersWhere = (company: CompanyId): Sql[] => [sql`partners.company_id = ${company}`];

const credentialList = (table: string, columns: string, csv: CsvColumns): List => ({
  columns: csv,
  select: `${table}.id, partners.name AS partner, partner_id AS "partnerId", scopes, ${table}.created_at AS "createdAt", ${columns}
           revoked_at AS "revokedAt",
           (SELECT used_at FROM credential_uses
            WHERE credential_uses.company_id = $1 AND credential_id = ${table}.id) AS "lastUsedAt"`,
  from: `${table} JOIN partners ON partners.company_id = ${table}.company_id AND partners.id = partner_id`,
  sorts: {
    createdAt: { column: `${table}.created_at`, type: 'timestamptz' },
    partner: { column: 'partners.name', type: 'text' },
  },
  defaultSort: '-createdAt',
  tie: { column: `${table}.id`, type: 'uuid' },
});

export const tokenList = credentialList(
  'access_tokens',
  'access_tokens.name, first_characters AS "firstCharacters", expires_at AS "expiresAt",',
  tokenColumns,
);
export const clientList = credentialList('clients', '', clientColumns);

const isPartner = (partner: string | undefined): Sql[] =>
  partner === undefined ? [] : [isUuid(partner) ? sql`partner_id = ${partner}` : sql`partners.name = ${partner}`];

/** Excludes tokens issued to clients. */
export const tokensWhere = (company: CompanyId, partner: string | undefined): Sql[] => [
  sql`access_tokens.company_id = ${company}`,
  sql`client_id IS NULL`,
  ...isPartner(partner),
];

export const clientsWhere = (company: CompanyId, partner: string | undefined): Sql[] => [
  sql`clients.company_id = ${company}`,
  ...isPartner(partner),
];

type SetOfPartner = (tx: Db, company: CompanyId, id: string, to: boolean) => Promise<boolean>;

/** False if the partner already has this value, or belongs to another company. */
export const setOfPartner = {
  attachesToAll: (tx, company, id, to) =>
    touchesRow(
      tx,
      'UPDATE partners SET attaches_to_all = $3 WHERE company_id = $1 AND id = $2 AND attaches_to_all <> $3',
      [company, id, to],
    ),
  managesWebhooks: (tx, company, id, to) =>
    touchesRow(
      tx,
      'UPDATE partners SET manages_webhooks = $3 WHERE company_id = $1 AND id = $2 AND manages_webhooks <> $3',
      [company, id, to],
    ),
} satisfies Record<string, SetOfPartner>;
