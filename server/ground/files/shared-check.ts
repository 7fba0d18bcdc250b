import { problemOf, type FileProblem } from './problem.ts';
import type { FileStore } from './store.ts';
import type { CompanyId } from '../db/pool.ts';
import { createTurns } from '../scheduling/turns.ts';

/** Long enough to read through a file in ranges. */
const rememberedMs = 10 * 60 * 1000;
const maxRemembered = 1_000;

/** A check reads a whole file at the store's pace, not at a client's. */
const maxChecks = 4;
const maxWaiting = 500;

export type FileCheck = (company: CompanyId, sha256: Buffer) => Promise<FileProblem | undefined>;

/** Like `problemOf`; requests at the same time share one check, and an intact file is not read again for a while. */
export function createSharedCheck(
  files: Pick<FileStore, 'open'>,
  refusal: () => Error,
  now: () => number = Date.now,
): FileCheck {
  const turns = createTurns({ atOnce: maxChecks, maxWaiting, refusal });
  const checks = new Map<string, { until: number; problem: Promise<FileProblem | undefined> }>();
  return (company, sha256) => {
    const key = `${company} ${sha256.toString('hex')}`;
    const known = checks.get(key);
    if (known !== undefined && now() < known.until) return known.problem;
    const forget = () => void checks.delete(key);
    const problem = turns.run(company, () => problemOf(files, company, sha256));
    problem.then((found) => found && forget(), forget);
    forget();
    checks.set(key, { until: now() + rememberedMs, problem });
    const [oldest] = checks.keys();
    if (checks.size > maxRemembered && oldest !== undefined) checks.delete(oldest);
    return problem;
  };
}
