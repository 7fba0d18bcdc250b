import type { Db } from '../db.ts';
import { readTables } from '../tables.ts';

/**
 * Small tables that statements of every company read. Citus keeps a copy on each node, and a write changes all of them
 * at once, so nothing here may be written by an ordinary request.
 */
export const referenceTables: ReadonlySet<string> = new Set([
  'companies',
  'partners',
  'clients',
  'access_tokens',
  'operators',
  'operator_companies',
]);

/** Tables without a company stay on the coordinator, such as sessions of operators and the list of migrations. */
export type Placement = 'reference' | 'distributed';

export interface PlacedTable {
  name: string;
  placement: Placement;
}

/** Tables that are not placed yet, in the order in which Citus takes them: a table comes after those it refers to. */
export async function tablesToPlace(db: Db): Promise<PlacedTable[]> {
  const { rows } = await db.query<{ name: string }>(
    'SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition',
  );
  const placed = new Set(rows.map(({ name }) => name));
  const tables = (await readTables(db))
    .filter(({ name }) => !placed.has(name))
    // All others are placed with it.
    .sort((one, other) => Number(other.name === 'company_counters') - Number(one.name === 'company_counters'));
  return [
    ...tables
      .filter(({ name }) => referenceTables.has(name))
      .map(({ name }) => ({ name, placement: 'reference' as const })),
    ...tables
      .filter(({ name, ofCompany }) => ofCompany && !referenceTables.has(name))
      .map(({ name }) => ({ name, placement: 'distributed' as const })),
  ];
}

/** Run it in a transaction. */
export async function placeTable(tx: Db, { name, placement }: PlacedTable): Promise<void> {
  // Tables that refer to reference tables, such as those of sessions, stay ordinary tables.
  await tx.query('SET LOCAL citus.enable_local_reference_table_foreign_keys = off');
  if (placement === 'reference') await tx.query('SELECT create_reference_table($1::text::regclass)', [name]);
  else
    await tx.query(`SELECT create_distributed_table($1::text::regclass, 'company_id', colocate_with => $2)`, [
      name,
      name === 'company_counters' ? 'none' : 'company_counters',
    ]);
}
