import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { projectChanges } from '../changes/store.ts';
import type { Projections } from '../deps.ts';
import { followEvents, positionOf } from '../events/follow.ts';
import type { Followers } from '../events/followers.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { pause } from '../ground/scheduling/pause.ts';
import { projectInvoices } from '../supplier-invoices/lists/projection.ts';
import { projectSuppliers } from '../suppliers/projection.ts';
import { projectWorkOrders } from '../work-orders/projection.ts';

const follower = 'projections';
const maxEvents = 1_000;
/** New events are projected after this long without another one, or when an operator reads a list. */
const quietMs = 1_000;
/** Upper bound of that wait if events keep coming. */
const maxWaitMs = 30_000;
const catchUpTimeoutMs = 2_000;
const stopTimeoutMs = 2_000;

const project = (pool: Pool, company: CompanyId) =>
  followEvents(pool, company, follower, maxEvents, async (tx, range) => {
    await projectSuppliers(tx, company, range);
    await projectInvoices(tx, company, range);
    await projectWorkOrders(tx, company, range);
    await projectChanges(tx, company, range);
  });

const logFailure = (log: Logger, error: unknown) =>
  log.warn({ err: error }, 'the lists could not be brought up to date; the next arrival or reader tries again');

/**
 * Copies suppliers, invoices and work orders into tables indexed for search and sort after they are accepted: those
 * indexes cost more than the rest of accepting an invoice, and no partner should wait for them. The copies, and the
 * last change of each record, are updated from the events during pauses, and before a list is read.
 */
export function createProjections(pool: Pool, log: Logger): Projections {
  /** Readers of one company share a step: each of them would hold a connection while it waits for the same lock. */
  const steps = new Map<CompanyId, Promise<bigint>>();
  function step(company: CompanyId): Promise<bigint> {
    let current = steps.get(company);
    if (current === undefined) {
      current = project(pool, company).finally(() => steps.delete(company));
      steps.set(company, current);
    }
    return current;
  }
  return {
    catchUp: async (company, db = pool) => {
      try {
        const { last, taken } = await positionOf(db, company, follower);
        const deadline = Date.now() + catchUpTimeoutMs;
        let done = taken;
        while (done < last && Date.now() < deadline) done = await step(company);
        return done < last;
      } catch (error) {
        // If nothing can be written, as on a full disk, lists show the previous state.
        logFailure(log, error);
        return true;
      }
    },
  };
}

export interface ProjectionsJob {
  pool: Pool;
  followers: Pick<Followers, 'onWake'>;
  log: Logger;
}

export function startProjections({ pool, followers, log }: ProjectionsJob): () => Promise<void> {
  const waiting = new Set<CompanyId>();
  const stopped = new AbortController();
  const { signal } = stopped;
  let running: Promise<void> | undefined;
  let lastArrival = 0;

  /** Leaves three quarters of the time to partners' calls. */
  async function projectInBackground(company: CompanyId): Promise<void> {
    const { last, taken } = await positionOf(pool, company, follower);
    for (let done = taken; done < last && !signal.aborted;) {
      const startedAt = Date.now();
      done = await project(pool, company);
      await pause(3 * (Date.now() - startedAt), signal);
    }
  }

  async function work(): Promise<void> {
    while (waiting.size > 0 && !signal.aborted) {
      const startedAt = Date.now();
      do await pause(quietMs, signal);
      while (Date.now() - lastArrival < quietMs && Date.now() - startedAt < maxWaitMs && !signal.aborted);
      const companies = [...waiting];
      waiting.clear();
      for (const company of companies) {
        if (signal.aborted) break;
        // A company that fails does not stop the others.
        await projectInBackground(company).catch((error: unknown) => {
          if (!signal.aborted) logFailure(log, error);
        });
      }
    }
    running = undefined;
  }

  const leave = followers.onWake((company) => {
    waiting.add(company);
    lastArrival = Date.now();
    running ??= work();
  });
  return async () => {
    leave();
    stopped.abort();
    await Promise.race([running, sleep(stopTimeoutMs, undefined, { ref: false })]);
  };
}
