import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Projections } from '../deps.ts';
import { followEvents, positionOf } from '../events/follow.ts';
import type { Followers } from '../events/followers.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { pause } from '../ground/scheduling/pause.ts';
import { projectInvoices } from '../supplier-invoices/lists/projection.ts';
import { projectSuppliers } from '../suppliers/projection.ts';
import { projectWorkOrders } from '../work-orders/projection.ts';

const follower = 'projections';
const mostAtOnce = 1_000;
/** After so long without an arrival, what has arrived is projected, unless somebody looks sooner. */
const quietMs = 1_000;
/** Where arrivals never pause, they are projected after so long all the same. */
const longestWaitMs = 30_000;
/** How long somebody who looks waits for a backlog. */
const catchUpTimeoutMs = 2_000;
/** How long the end waits for the step that is under way. */
const stopTimeoutMs = 2_000;

/** Projects a company's next events; answers the number of the last one. */
const project = (pool: Pool, company: CompanyId) =>
  followEvents(pool, company, follower, mostAtOnce, async (tx, range) => {
    await projectSuppliers(tx, company, range);
    await projectInvoices(tx, company, range);
    await projectWorkOrders(tx, company, range);
  });

const complain = (log: Logger, error: unknown) =>
  log.warn({ err: error }, 'the lists could not be brought up to date; the next arrival or reader tries again');

/**
 * Suppliers, invoices and work orders are projected, with the indexes that searching and sorting need, after they were accepted: the
 * indexes cost more than the rest of an invoice's way, and no partner waits for them. The projections follow the events
 * as soon as arrivals pause, and are brought up to date before anybody reads them.
 */
export const createProjections = (pool: Pool, log: Logger): Projections => ({
  catchUp: async (company) => {
    try {
      const { last, taken } = await positionOf(pool, company, follower);
      const deadline = Date.now() + catchUpTimeoutMs;
      let done = taken;
      while (done < last && Date.now() < deadline) done = await project(pool, company);
      return done < last;
    } catch (error) {
      // Who looks while nothing can be written, as on a full disk, is shown what was projected before.
      complain(log, error);
      return true;
    }
  },
});

export interface ProjectionsJob {
  pool: Pool;
  followers: Pick<Followers, 'onWake'>;
  log: Logger;
}

/** Projects what arrives, though nobody looks. The answer stops it. */
export function startProjections({ pool, followers, log }: ProjectionsJob): () => Promise<void> {
  const waiting = new Set<CompanyId>();
  const stopped = new AbortController();
  const { signal } = stopped;
  let running: Promise<void> | undefined;
  let lastArrival = 0;

  /** The door goes first: three quarters of the time are left to it. */
  async function projectAtLeisure(company: CompanyId): Promise<void> {
    const { last, taken } = await positionOf(pool, company, follower);
    for (let done = taken; done < last && !signal.aborted;) {
      const begun = Date.now();
      done = await project(pool, company);
      await pause(3 * (Date.now() - begun), signal);
    }
  }

  async function work(): Promise<void> {
    while (waiting.size > 0 && !signal.aborted) {
      const begun = Date.now();
      do await pause(quietMs, signal);
      while (Date.now() - lastArrival < quietMs && Date.now() - begun < longestWaitMs && !signal.aborted);
      const companies = [...waiting];
      waiting.clear();
      for (const company of companies) {
        if (signal.aborted) break;
        // One that fails must not keep the others waiting.
        await projectAtLeisure(company).catch((error: unknown) => {
          if (!signal.aborted) complain(log, error);
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
