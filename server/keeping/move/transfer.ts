import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inTransaction, snapshotMode } from './connect.ts';
import { digesting, type OnRows } from './digest.ts';
import type { Client } from '../../ground/db/connect/client.ts';
import { copyIn, copyOut } from '../../ground/db/copy.ts';
import { moveSchema } from '../../ground/db/moved.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import { readCompaniesIn, type Table } from '../../ground/db/tables.ts';

export interface Sides {
  source: Client;
  target: Client;
  tables: Table[];
}

/** A killed move repeats what was copied since its last commit. */
const commitIntervalMs = 1_000;

/**
 * Copies the tables that are not copied yet. Each has a snapshot of its own, so none is old: rows that change
 * afterwards are in the log.
 */
export async function copyTables({ source, target, tables }: Sides, onRows: OnRows): Promise<void> {
  const { rows } = (await target.query(`SELECT relation, company FROM ${moveSchema}.copied`)) as {
    rows: { relation: string; company: CompanyId | null }[];
  };
  const copied = new Set(rows.map(({ relation, company }) => `${relation} ${company}`));
  for (const table of tables)
    await inTransaction(source, snapshotMode, async () => {
      const companies = table.ofCompany ? await readCompaniesIn(source, table) : [undefined];
      const rest = companies.filter((company) => !copied.has(`${table.name} ${company ?? null}`));
      while (rest.length > 0)
        await inTransaction(target, 'READ WRITE', async () => {
          for (const until = Date.now() + commitIntervalMs; rest.length > 0 && Date.now() < until; rest.shift())
            await copyRows({ source, target }, table, rest[0], onRows);
        });
    });
}

/** A copy that breaks off leaves bytes on the way that nobody reads, so the source's connection ends. */
export async function passOn(
  { source, target }: Pick<Sides, 'source' | 'target'>,
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

async function copyRows(
  sides: Pick<Sides, 'source' | 'target'>,
  table: Table,
  company: CompanyId | undefined,
  onRows: OnRows,
): Promise<void> {
  await passOn(sides, copyOut(sides.source, table, company), digesting(onRows), table);
  await sides.target.query(`INSERT INTO ${moveSchema}.copied (relation, company) VALUES ($1, $2)`, [
    table.name,
    company,
  ]);
}
