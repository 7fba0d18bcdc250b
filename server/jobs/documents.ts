import { followCompanies, type FollowingDeps } from './follow-companies.ts';
import { addJob } from './queue.ts';
import type { Task } from './runner.ts';
import { judgeDocuments } from '../documents/judge.ts';
import { readDocuments, type ReadingDeps } from '../documents/read.ts';
import { invoicesWithNewFiles } from '../documents/store.ts';
import { followEvents, positionOf } from '../events/follow.ts';
import type { Followers } from '../events/followers.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';

export interface DocumentDeps extends FollowingDeps, ReadingDeps {
  followers: Pick<Followers, 'onWake' | 'wake'>;
}

const follower = 'documents';
const task = 'documents.read';
const maxEvents = 5_000;
/** Several files of one invoice are mostly attached within this time; they are read and judged together. */
const collectMs = 2_000;
/** With the growing pauses, the tenth try comes after more than three hours: a store that is away comes back. */
const tries = 10;

interface Payload {
  company: CompanyId;
  invoiceId: string;
}

/**
 * Adds a job for each invoice that got a PDF file. The position in the company's events moves once the jobs are added: if
 * the process dies in between, another one repeats it.
 */
export async function lookForFiles(pool: Pool, company: CompanyId): Promise<void> {
  const { last, taken } = await positionOf(pool, company, follower);
  for (let done = taken; done < last;)
    done = await followEvents(pool, company, follower, maxEvents, async (tx, range) => {
      const runAt = new Date(Date.now() + collectMs);
      for (const invoiceId of await invoicesWithNewFiles(tx, company, range))
        await addJob(pool, {
          task,
          payload: { company, invoiceId },
          key: `${task} ${company} ${invoiceId}`,
          runAt,
          tries,
        });
    });
}

export const documentTasks = (deps: DocumentDeps): Record<string, Task> => ({
  [task]: async ({ company, invoiceId }: Payload, signal) => {
    await readDocuments(deps, company, invoiceId, signal);
    if (await judgeDocuments(deps.pool, company, invoiceId)) deps.followers.wake(company);
  },
});

export const startReadingDocuments = (deps: DocumentDeps): (() => Promise<void>) =>
  followCompanies(
    deps,
    (company) => lookForFiles(deps.pool, company),
    'new files could not be looked for; they are again',
  );
