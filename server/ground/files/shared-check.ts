import type { FileStore, FileReceiver } from './store.ts';
import type { CompanyId } from '../db/pool.ts';
import { createTurns } from '../scheduling/turns.ts';
import { createHash } from 'node:crypto';

/** Reads a file to its end, or to the limit, and writes it nowhere: for checks that must leave nothing behind. */
export const hashOnly: FileReceiver = {
  async receive(source, limit) {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit) break;
      hash.update(chunk);
    }
    return {
      size,
      sha256: hash.digest(),
      tooLarge: size > limit,
      keep: () => Promise.reject(new Error('A file that was only hashed cannot be kept.')),
      discard: async () => undefined,
    };
  },
};

/** Long enough to read through a file in ranges. */
const rememberedMs = 10 * 60 * 1000;
const maxRemembered = 1_000;

/** A check reads a whole file at the store's pace, not at a client's. */
const maxChecks = 4;
const maxWaiting = 500;

type FileState = 'intact' | 'altered' | 'missing';

export type FileCheck = (company: CompanyId, sha256: Buffer) => Promise<FileState>;

/**
 * Compares a whole file with the SHA-256 that it is named by. Requests at the same time share one check, and an intact
 * file is not read again for a while.
 */
export function createSharedCheck(
  files: Pick<FileStore, 'open'>,
  refusal: () => Error,
  now: () => number = () => performance.now(),
): FileCheck {
  const turns = createTurns({ atOnce: maxChecks, maxWaiting, refusal });
  const checks = new Map<string, { until: number; state: Promise<FileState> }>();
  return (company, sha256) => {
    const key = `${company} ${sha256.toString('hex')}`;
    const known = checks.get(key);
    if (known !== undefined && now() < known.until) return known.state;
    const forget = () => void checks.delete(key);
    const state = turns.run(company, () => stateOf(files, company, sha256));
    state.then((found) => found === 'intact' || forget(), forget);
    forget();
    checks.set(key, { until: now() + rememberedMs, state });
    const [oldest] = checks.keys();
    if (checks.size > maxRemembered && oldest !== undefined) checks.delete(oldest);
    return state;
  };
}

async function stateOf(files: Pick<FileStore, 'open'>, company: CompanyId, sha256: Buffer): Promise<FileState> {
  const file = await files.open(company, sha256);
  if (file === undefined) return 'missing';
  const { sha256: found } = await hashOnly.receive(file.stream, file.size);
  return found.equals(sha256) ? 'intact' : 'altered';
}
