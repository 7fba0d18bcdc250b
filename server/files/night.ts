import { shareOf } from './rules.ts';
import * as runs from './runs-store.ts';
import { countNamedFiles, readDamaged } from './store.ts';
import { verifyFiles, verifyPage, type UnreadFile, type VerifyOptions } from './verify.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

const maxLookedAtAgain = 1_000;
const runsKeptMs = 60 * 24 * 60 * 60 * 1000;

/** Verifies the company's share of this night, and known damage again. Returns the files that could not be read. */
export async function verifyNight(
  db: Db,
  company: CompanyId,
  options: Omit<VerifyOptions, 'records'>,
  now: Date,
): Promise<UnreadFile[]> {
  const verifying = { ...options, records: true };
  await verifyPage(db, company, await readDamaged(db, company, maxLookedAtAgain), verifying);
  const { roundBeganAt, ...range } = shareOf(await runs.readLastRun(db, company), now);
  const total = await countNamedFiles(db, company);
  if (total === 0 || (range.to !== undefined && range.after.compare(range.to) >= 0)) return [];
  const unread: UnreadFile[] = [];
  let files = 0;
  const save = (position: Buffer | null) =>
    runs.saveRun(db, company, { beganAt: now, endedAt: new Date(), roundBeganAt, position, files, total });
  for await (const page of verifyFiles(db, company, range, verifying)) {
    files += page.files;
    unread.push(...page.unread);
    await save(page.position);
  }
  if (options.signal?.aborted) return unread;
  await save(range.to ?? null);
  await runs.deleteOldRuns(db, company, new Date(now.getTime() - runsKeptMs));
  return unread;
}
