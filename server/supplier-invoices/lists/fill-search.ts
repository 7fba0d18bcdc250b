import { fillText } from './projection.ts';
import { keyRangesOf, nilId } from '../../ground/db/key-ranges.ts';
import { type CompanyId, type Db, columnOf, execute, rowsOf } from '../../ground/db/pool.ts';
import { pause } from '../../ground/scheduling/pause.ts';

/** The default of company_counters.search_version. Increase both if the texts that invoices are found by change. */
const searchVersion = 1;

const filledAtOnce = 500;

/**
 * Writes the texts again that another version has written. It pauses after each step for as long as that took, and
 * after a crash it is repeated, which only reads what is done already.
 */
export async function fillSearch(db: Db, signal: AbortSignal): Promise<void> {
  const companies = await columnOf<CompanyId>(
    db,
    'SELECT company_id AS id FROM company_counters WHERE search_version <> $1',
    [searchVersion],
  );
  const projections = { table: 'invoice_projections', key: 'id', lowest: nilId };
  for (const company of companies) {
    for await (const { after, to } of keyRangesOf(db, company, projections, filledAtOnce)) {
      if (signal.aborted) return;
      const startedAt = performance.now();
      await fillRange(db, company, after, to);
      await pause(performance.now() - startedAt, signal);
    }
    await execute(db, 'UPDATE company_counters SET search_version = $2 WHERE company_id = $1', [
      company,
      searchVersion,
    ]);
  }
}

async function fillRange(db: Db, company: CompanyId, after: string, to: string): Promise<void> {
  const rows = await rowsOf<{ id: string; search: string }>(db, {
    name: 'read-outdated-search',
    text: fillText,
    values: [company, after, to],
  });
  if (rows.length === 0) return;
  await execute(db, {
    name: 'write-search',
    text: `UPDATE invoice_projections SET search = input.search FROM unnest($2::uuid[], $3::text[]) AS input (id, search)
           WHERE company_id = $1 AND invoice_projections.id = input.id`,
    values: [company, rows.map(({ id }) => id), rows.map(({ search }) => search)],
  });
}
