import { areSame, digestOf, type OnRows } from '../digest.ts';
import { inTransaction, exportSnapshot, forEachPortion, type MoveConnections, type Portion } from './connections.ts';
import type { OpenMove } from './transfer.ts';
import { CommandError } from '../../errors/command-error.ts';
import { copyOut } from '../../ground/db/copy.ts';
import { readCompaniesIn, type Table } from '../../ground/db/tables.ts';

const maxNamed = 10;

/** Compares counts and hashes of each table and company. The source's transaction sees what the target must have. */
export async function verifyTables({ source, tables, pairs }: OpenMove, onRows: OnRows): Promise<void> {
  const differences: string[] = [];
  const portions: Portion[] = [];
  for (const table of tables)
    for (const company of table.ofCompany ? await companiesOnBoth({ source, pairs }, table) : [undefined])
      portions.push({ table, company });
  const atSnapshot = await exportSnapshot(source);
  await forEachPortion(pairs, portions, (pair, next) =>
    atSnapshot(pair, () =>
      inTransaction(pair.target, 'READ ONLY', async () => {
        for (let portion = next(); portion !== undefined; portion = next()) {
          const difference = await differenceOf(pair, portion, onRows);
          if (difference !== undefined) differences.push(difference);
        }
      }),
    ),
  );
  if (differences.length === 0) return;
  const more = differences.length > maxNamed ? `, and ${differences.length - maxNamed} more` : '';
  throw new CommandError(
    `The target is not the same as the source: ${differences.slice(0, maxNamed).join(', ')}${more}. The source is in use as before. Begin again with an empty database; if it happens again, check the disks of both servers.`,
  );
}

async function companiesOnBoth({ source, pairs }: Pick<OpenMove, 'source' | 'pairs'>, table: Table) {
  const { target } = pairs[0] as MoveConnections;
  return new Set([...(await readCompaniesIn(source, table)), ...(await readCompaniesIn(target, table))]);
}

async function differenceOf(
  { source, target }: MoveConnections,
  { table, company }: Portion,
  onRows: OnRows,
): Promise<string | undefined> {
  const [sent, arrived] = await Promise.all([
    digestOf(copyOut(source, table, company), onRows),
    digestOf(copyOut(target, table, company)),
  ]);
  if (areSame(sent, arrived)) return undefined;
  const owner = company === undefined ? '' : ` of the company ${company}`;
  return `${table.name}${owner} (${sent.count} rows, ${arrived.count} arrived)`;
}
