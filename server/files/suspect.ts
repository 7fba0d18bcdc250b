import type { Logger } from 'pino';
import type { NamedFile } from './store.ts';
import { verifyPage } from './verify.ts';
import type { Followers } from '../events/followers.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import type { FileStore } from '../ground/files/store.ts';

interface SuspicionDeps {
  pool: Pool;
  files: FileStore;
  followers: Pick<Followers, 'wake'>;
  log: Logger;
}

/** Verifies a file that a reader found damaged, in the background, and records the result. */
export function createSuspicion({ pool, files, followers, log }: SuspicionDeps) {
  const underWay = new Set<string>();
  return (company: CompanyId, { sha256, size }: NamedFile): void => {
    const key = `${company} ${sha256.toString('hex')}`;
    if (underWay.has(key)) return;
    underWay.add(key);
    verifyPage(pool, company, [{ sha256, size }], { files, width: 1, records: true })
      .then(({ damaged }) => void (damaged.length > 0 && followers.wake(company)))
      .catch((error: unknown) => log.warn({ err: error, company }, 'a damaged file could not be recorded'))
      .finally(() => underWay.delete(key));
  };
}
