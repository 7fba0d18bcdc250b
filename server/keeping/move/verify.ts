import { areSame, digestOf, type OnRows } from './digest.ts';
import type { Sides } from './transfer.ts';
import { CommandError } from '../../errors/command-error.ts';
import { copyOut } from '../../ground/db/copy.ts';
import { readCompaniesIn } from '../../ground/db/tables.ts';
import { inTransaction } from './connect.ts';

const maxNamed = 10;

/** Compares counts and hashes of each table and company. The source's transaction sees what the target must have. */
export async function verifyTables({ source, target, tables }: Sides, onRows: OnRows): Promise<void> {
  const differences: string[] = [];
  await inTransaction(target, 'READ ONLY', async () => {
    for (const table of tables) {
      const companies = table.ofCompany
        ? new Set([...(await readCompaniesIn(source, table)), ...(await readCompaniesIn(target, table))])
        : [undefined];
      for (const company of companies) {
        const [sent, arrived] = await Promise.all([
          digestOf(copyOut(source, table, company), onRows),
          digestOf(copyOut(target, table, company)),
        ]);
        if (!areSame(sent, arrived))
          differences.push(
            `${table.name}${company === undefined ? '' : ` of the company ${company}`} (${sent.count} rows, ${arrived.count} arrived)`,
          );
      }
    }
  });
  if (differences.length === 0) return;
  const more = differences.length > maxNamed ? `, and ${differences.length - maxNamed} more` : '';
  throw new CommandError(
    `The target is not the same as the source: ${differences.slice(0, maxNamed).join(', ')}${more}. The source is in use as before. Begin again with an empty database; if it happens again, check the disks of both servers.`,
  );
}
