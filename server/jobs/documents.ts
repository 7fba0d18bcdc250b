import { followCompanies, type FollowingDeps } from './follow-companies.ts';
import { addJob } from './queue.ts';
import type { Task } from './runner.ts';
import { judgeDocuments } from '../supplier-invoices/documents/judge.ts';
import { readNextDocument, type ReadingDeps } from '../supplier-invoices/documents/read.ts';
import {
  companiesWithDueFiles,
  endReservation,
  readNextDue,
  reserveInvoice,
} from '../supplier-invoices/documents/due-files-store.ts';
import type { Followers } from '../events/followers.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';

export interface DocumentDeps extends FollowingDeps, ReadingDeps {
  followers: Pick<Followers, 'onWake' | 'wake'>;
}

const task = 'documents.turn';
/** Versions before 1.16 added a job per invoice. */
const formerTask = 'documents.read';
/** A reading takes at most a few seconds. If it fails or its process dies, the invoice is tried again after this long. */
const reservedMs = 60_000;
const after = (now: Date) => new Date(now.getTime() + reservedMs);
/** Pauses grow up to three minutes. If the last try fails, the next poll of the events adds the job anew. */
const tries = 6;

interface Payload {
  company: CompanyId;
}

/**
 * Adds a job for a company whose files wait, unless it has one. Its time is never in the past, so it comes after the
 * jobs of all companies that have waited longer; those of sandboxes come last.
 */
export async function addTurn(pool: Pool, company: CompanyId): Promise<void> {
  const { dueAt, isSandbox } = await readNextDue(pool, company);
  if (dueAt === null) return;
  await addJob(pool, {
    task,
    payload: { company } satisfies Payload,
    key: `${task} ${company}`,
    runAt: new Date(Math.max(dueAt.getTime(), Date.now())),
    tries,
    priority: isSandbox ? 1 : 0,
    mayJoin: true,
  });
}

/** A job reads one file, and leaves the company's next one to another job, so that companies take turns. */
export function documentTasks(deps: DocumentDeps): Record<string, Task> {
  const { pool, followers } = deps;
  const judge = async (company: CompanyId, invoiceId: string) => {
    if (await judgeDocuments(pool, company, invoiceId)) followers.wake(company);
  };
  return {
    [task]: async ({ company }: Payload, signal) => {
      const now = new Date();
      const reserved = await reserveInvoice(pool, company, now, after(now));
      if (reserved !== undefined) {
        const { invoiceId } = reserved;
        const hasMore = await readNextDocument(deps, company, invoiceId, signal);
        if (!hasMore) await judge(company, invoiceId);
        await endReservation(pool, company, reserved, hasMore ? now : null);
      }
      await addTurn(pool, company);
    },
    [formerTask]: async ({ company, invoiceId }: Payload & { invoiceId: string }, signal) => {
      const now = new Date();
      const reserved = await reserveInvoice(pool, company, after(now), after(now), invoiceId);
      while (await readNextDocument(deps, company, invoiceId, signal));
      await judge(company, invoiceId);
      if (reserved !== undefined) await endReservation(pool, company, reserved, null);
    },
  };
}

export const startReadingDocuments = (deps: DocumentDeps): (() => Promise<void>) =>
  followCompanies(deps, {
    behind: () => companiesWithDueFiles(deps.pool),
    take: async (company) => {
      await addTurn(deps.pool, company);
      return false;
    },
    failure: 'new files could not be looked for; they are again',
  });
