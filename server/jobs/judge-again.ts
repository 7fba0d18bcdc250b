import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { followCompanies } from './follow-companies.ts';
import { addJob } from './queue.ts';
import type { Task } from './runner.ts';
import type { Projections } from '../deps.ts';
import { judgeDocuments } from '../supplier-invoices/documents/judge.ts';
import { invoicesWithText } from '../supplier-invoices/documents/document-store.ts';
import { companiesBehind, followEventsBefore, subjectsOf } from '../events/follow.ts';
import type { Followers } from '../events/followers.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { judgeOpen, type InvoicesToJudge } from '../supplier-invoices/checking/judge-again.ts';
import { readRepeated, withOpenInvoices } from '../supplier-invoices/checking/undecided-store.ts';

export interface JudgingDeps {
  pool: Pool;
  followers: Pick<Followers, 'onWake' | 'wake'>;
  projections: Projections;
  log: Logger;
}

const follower = 'judging';
const task = 'invoices.judge';
const maxEvents = 5_000;
/** A job judges at most ten batches of a hundred invoices, and leaves the rest to another job. */
const maxSteps = 10;
/** With the growing pauses, the tenth try comes after more than three hours. */
const tries = 10;

/** Ids in one job; a longer list is divided among several. */
const maxIds = 1_000;

type Payload = InvoicesToJudge & {
  company: CompanyId;
  /** Continue after this invoice. */
  after?: string | undefined;
};

/** At most one job with a key waits. A job that continues has its own key: it must not replace one that begins. */
const addJudgement = (pool: Pool, payload: Payload): Promise<void> =>
  addJob(pool, { task, payload, key: `${task} ${payload.company} ${nameOf(payload)} ${payload.after ?? ''}`, tries });

const nameOf = (which: InvoicesToJudge): string =>
  'ids' in which ? createHash('sha256').update(which.ids.join()).digest('hex') : which.supplierNumber;

/**
 * Adds a job for each supplier that has changed and has open invoices, and jobs for the invoices that new ones repeat.
 * Both are read from the company's events, and the position moves once the jobs are added: if the process dies in
 * between, another one repeats it. The transactions that change a supplier or accept an invoice cannot add the job,
 * because the queue is not a company's table.
 */
export const lookForChanges = (
  { pool, projections }: Pick<JudgingDeps, 'pool' | 'projections'>,
  company: CompanyId,
): Promise<void> =>
  followEventsBefore(pool, company, follower, maxEvents, async (range) => {
    const repeated = await readRepeated(pool, company, range);
    for (let at = 0; at < repeated.length; at += maxIds)
      await addJudgement(pool, { company, ids: repeated.slice(at, at + maxIds) });
    const changed = await subjectsOf(pool, company, 'supplier.updated', range);
    if (changed.length === 0) return;
    // If the projections are behind, the job waits for them.
    const isBehind = await projections.catchUp(company);
    const numbers = isBehind ? changed : await withOpenInvoices(pool, company, changed);
    for (const supplierNumber of numbers) await addJudgement(pool, { company, supplierNumber });
  });

/** Another account in the supplier's record is compared with the files of its invoices, too. */
async function judgeFilesOf(pool: Pool, company: CompanyId, ids: readonly string[]): Promise<boolean> {
  let isChanged = false;
  for (const id of await invoicesWithText(pool, company, ids))
    if (await judgeDocuments(pool, company, id)) isChanged = true;
  return isChanged;
}

export const judgingTasks = ({ pool, followers, projections }: JudgingDeps): Record<string, Task> => ({
  [task]: async ({ company, after, ...which }: Payload, signal) => {
    if (await projections.catchUp(company)) throw new Error('the lists are not up to date yet');
    let next = after;
    for (let steps = 0; steps < maxSteps && !signal.aborted; steps++) {
      const { last, ids, isNews } = await judgeOpen(pool, company, which, next);
      const isChanged = 'supplierNumber' in which && (await judgeFilesOf(pool, company, ids));
      if (isNews || isChanged) followers.wake(company);
      if (last === undefined) return;
      next = last;
    }
    await addJudgement(pool, { company, ...which, after: next });
  },
});

export const startJudgingAgain = (judging: JudgingDeps): (() => Promise<void>) =>
  followCompanies(judging, {
    behind: () => companiesBehind(judging.pool, follower),
    take: async (company) => {
      await lookForChanges(judging, company);
      return false;
    },
    failure: 'changed suppliers could not be looked for; they are again',
  });
