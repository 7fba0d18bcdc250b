import { expect, it } from 'vitest';
import { lastMigration, matchParts } from './schema.ts';
import type { ArchivePart } from '../archive/manifest.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import type { Table } from '../../ground/db/tables.ts';

const files = ['0001_door', '0002_operators', '0003_decisions'];
const company = '01a1eb4c-f107-745f-817d-fc04a015e826' as CompanyId;

const tableOf = (name: string, ofCompany: boolean): Table => ({
  name,
  columns: ['id', 'name'],
  key: [{ name: 'id', isText: false }],
  ofCompany,
});
const tables = [
  tableOf('migrations', false),
  tableOf('operators', false),
  tableOf('suppliers', true),
  tableOf('supplier_projections', true),
];
const partOf = (table: string, more: Partial<ArchivePart> = {}): ArchivePart => ({
  name: `tables/${table}.copy.gz`,
  kind: 'rows',
  table,
  columns: ['id', 'name'],
  count: 1,
  bytes: 10,
  sha256: '',
  storedBytes: 10,
  storedSha256: '',
  ...more,
});

it('the schema of a backup ends with its last migration, also if this version has more', () => {
  expect(lastMigration({ migrations: files.slice(0, 2), version: '1.14.0' }, files)).toBe('0002_operators');
});

it('a backup of a newer version is refused, and the version named', () => {
  expect(() => lastMigration({ migrations: [...files, '0004_new'], version: '9.0.0' }, files)).toThrow(
    /taken by Doorway 9\.0\.0, .* Run that version or a newer one/,
  );
});

it.each([[[]], [['0002_operators']], [['0002_operators', '0001_door']]])(
  'a backup with the migrations %j is refused',
  (migrations) => {
    expect(() => lastMigration({ migrations, version: '1.14.0' }, files)).toThrow(/none that Doorway has ever had/);
  },
);

it('parents come first, and the columns stay in the order of the part', () => {
  const parts = [partOf('suppliers', { company, columns: ['name', 'id'] }), partOf('operators')];
  expect(matchParts(parts, tables).map(({ table: { name, columns } }) => [name, columns])).toEqual([
    ['operators', ['id', 'name']],
    ['suppliers', ['name', 'id']],
  ]);
});

it.each<[string, ArchivePart]>([
  ['of the database itself', partOf('migrations')],
  ['of a projection', partOf('supplier_projections', { company })],
  ['that does not exist', partOf('pg_authid')],
  ['of companies without a company', partOf('suppliers')],
  ['without companies for a company', partOf('operators', { company })],
  ['with a column too few', partOf('operators', { columns: ['id'] })],
  ['with a column too many', partOf('operators', { columns: ['id', 'name', 'hash'] })],
])('a part with rows of a table %s is refused', (_, part) => {
  expect(() => matchParts([part], tables)).toThrow(/does not fit the tables/);
});
