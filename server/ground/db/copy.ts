import type { Readable, Writable } from 'node:stream';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Client } from './connect/client.ts';
import type { CompanyId } from './pool.ts';
import { quoted, type Table } from './tables.ts';

const columnsOf = ({ columns }: Pick<Table, 'columns'>): string => columns.map(quoted).join(', ');

/** Sorted by the bytes of texts, so that two servers with different collations agree. */
const orderOf = ({ key }: Table) =>
  key.map(({ name, isText }) => quoted(name) + (isText ? ' COLLATE "C"' : '')).join(', ');

/** Settings that decide how COPY writes values. Two copies of the same rows have the same bytes only with these. */
export const copySettings = `
  SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL TimeZone = 'UTC';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL client_encoding = 'UTF8'`;

/** The server reports `rowCount` after the last row, before it answers the next statement. */
export type CopiedRows = Readable & { rowCount: number };

/**
 * The rows of a table in PostgreSQL's text format, in the order of the primary key: the rows of one company, or all
 * rows of a table without companies. The transaction needs `copySettings`.
 */
export const copyOut = (client: Client, table: Table, company: CompanyId | undefined): CopiedRows =>
  copyWhere(client, table, company === undefined ? 'true' : `company_id = ${literalOf(company)}`);

/** The rows with these primary keys, as an array in JSON. */
export const copyOutByKey = (client: Client, table: Table, keys: string): Readable =>
  copyWhere(client, table, hasKeyIn(table, client.escapeLiteral(keys)));

const copyWhere = (client: Client, table: Table, condition: string): CopiedRows =>
  client.query(
    copyTo(
      `COPY (SELECT ${columnsOf(table)} FROM ${quoted(table.name)} WHERE ${condition} ORDER BY ${orderOf(table)}) TO STDOUT`,
    ),
  );

export const deleteByKey = (client: Client, table: Table, keys: string): Promise<unknown> =>
  client.query(`DELETE FROM ${quoted(table.name)} WHERE ${hasKeyIn(table, '$1')}`, [keys]);

function hasKeyIn(table: Table, keys: string): string {
  const names = table.key.map(({ name }) => quoted(name)).join(', ');
  return `(${names}) IN (SELECT ${names} FROM jsonb_populate_recordset(NULL::${quoted(table.name)}, ${keys}))`;
}

/** Takes what `copyOut` gives. */
export const copyIn = (client: Client, table: Pick<Table, 'name' | 'columns'>): Writable =>
  client.query(copyFrom(`COPY ${quoted(table.name)} (${columnsOf(table)}) FROM STDIN`));

/** COPY takes no parameters. */
function literalOf(company: CompanyId): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(company)) throw new Error(`no company: ${company}`);
  return `'${company}'`;
}
