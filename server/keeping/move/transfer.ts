import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inTransaction, snapshotMode, forEachPortion, type MoveConnections, type Portion } from './connections.ts';
import { digesting, type OnRows } from '../digest.ts';
import { copyIn, copyOut } from '../../ground/db/copy.ts';
import { moveSchema } from '../../ground/db/moved.ts';
import { type CompanyId, rowsOf } from '../../ground/db/pool.ts';
import { readCompaniesIn, type Table } from '../../ground/db/tables.ts';

export interface OpenMove extends MoveConnections {
  tables: Table[];
  /** For all rows, while the service goes on. */
  pairs: MoveConnections[];
}

/** A killed move repeats what was copied since its last commit. */
const commitIntervalMs = 1_000;

/** Copies what is not copied yet. No snapshot is old: rows that change after it are in the log. */
export async function copyTables({ source, target, tables, pairs }: OpenMove, onRows: OnRows): Promise<void> {
  const rows = await rowsOf<{ relation: string; company: CompanyId | null }>(
    target,
    `SELECT relation, company FROM ${moveSchema}.copied`,
  );
  const copied = new Set(rows.map(({ relation, company }) => `${relation} ${company}`));
  const portions: Portion[] = [];
  for (const table of tables)
    for (const company of table.ofCompany ? await readCompaniesIn(source, table) : [undefined])
      if (!copied.has(`${table.name} ${company ?? null}`)) portions.push({ table, company });
  await forEachPortion(pairs, portions, async (pair, next) => {
    for (let portion = next(); portion !== undefined; portion = next()) {
      const until = Date.now() + commitIntervalMs;
      await inBoth(pair, async () => {
        for (; portion !== undefined; portion = Date.now() < until ? next() : undefined)
          await copyRows(pair, portion, onRows);
      });
    }
  });
}

const inBoth = ({ source, target }: MoveConnections, work: () => Promise<void>) =>
  inTransaction(source, snapshotMode, () => inTransaction(target, 'READ WRITE', work));

/** A copy that breaks off leaves bytes on the way that nobody reads, so the source's connection ends. */
export async function passOn(
  { source, target }: MoveConnections,
  rows: Readable,
  through: Transform,
  table: Table,
): Promise<void> {
  try {
    await pipeline(rows, through, copyIn(target, table));
  } catch (error) {
    source.connection.stream.destroy();
    throw error;
  }
}

async function copyRows(pair: MoveConnections, { table, company }: Portion, onRows: OnRows): Promise<void> {
  await passOn(pair, copyOut(pair.source, table, company), digesting(onRows), table);
  await pair.target.query(`INSERT INTO ${moveSchema}.copied (relation, company) VALUES ($1, $2)`, [
    table.name,
    company,
  ]);
}
