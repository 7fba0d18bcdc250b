import { judgeOpen } from './judge-again.ts';
import { readCheckSettings } from './settings-store.ts';
import { readWithoutFile } from './undecided-store.ts';
import { listCompanies } from '../../companies/store.ts';
import { fileGraceMs } from '../../checks/rules/missing.ts';
import { severityOf } from '../../checks/settings.ts';
import { notify } from '../../events/listen.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';

/** Several hourly sweeps look at each invoice, so one that fails loses nothing. Later, the approval finds it. */
const searchedMs = 24 * 60 * 60_000;

/** Judges open invoices again whose time to get a file is over. */
export async function findMissingFiles(pool: Pool, now: Date, signal: AbortSignal): Promise<void> {
  for (const { id } of await listCompanies(pool)) {
    if (signal.aborted) return;
    await findIn(pool, id, now, signal);
  }
}

async function findIn(pool: Pool, company: CompanyId, now: Date, signal: AbortSignal): Promise<void> {
  const to = new Date(now.getTime() - fileGraceMs);
  const arrived = { from: new Date(to.getTime() - searchedMs), to };
  let ids = await readWithoutFile(pool, company, arrived);
  if (ids.length === 0 || severityOf(await readCheckSettings(pool, company), 'missing.file') === undefined) return;
  for (; ids.length > 0 && !signal.aborted; ids = await readWithoutFile(pool, company, arrived, ids.at(-1))) {
    let isNews = false;
    for (let after: string | undefined, isDone = false; !isDone;) {
      const judged = await judgeOpen(pool, company, { ids }, after);
      isNews ||= judged.isNews;
      after = judged.last;
      isDone = after === undefined;
    }
    // If the notification fails, polling finds the events.
    if (isNews) await notify(pool, [company]).catch(() => undefined);
  }
}
