import type { Logger } from 'pino';
import { followCompanies } from './follow-companies.ts';
import { addJob } from './queue.ts';
import type { Task } from './runner.ts';
import type { Projections } from '../deps.ts';
import { lockedTransaction } from '../events/counters.ts';
import { followEvents, positionOf } from '../events/follow.ts';
import type { Followers } from '../events/followers.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { pause } from '../ground/scheduling/pause.ts';
import { readRoutingBasis, routeAtOnce, routeInvoices } from '../supplier-invoices/routing/route-invoices.ts';
import {
  companiesWithRouting,
  endRouting,
  readRoutingState,
  routingFollower,
  writeRoutingBasis,
} from '../supplier-invoices/routing/routing-store.ts';
import { invoicesToRoute, nextOpenInvoices } from '../supplier-invoices/routing/routes-store.ts';

export interface RoutingDeps {
  pool: Pool;
  followers: Pick<Followers, 'onWake'>;
  projections: Projections;
  log: Logger;
}

const task = 'invoices.route';
const maxEvents = 500;
const batchSize = 100;
/** A job routes at most ten batches of a hundred invoices, and leaves the rest to another job. */
const maxSteps = 10;
const tries = 10;

interface Payload {
  company: CompanyId;
  /** Continue after this invoice. */
  after?: string | undefined;
}

/** At most one job with a key waits. A job that continues has its own key: it must not replace one that begins. */
const addRouting = (pool: Pool, payload: Payload): Promise<void> =>
  addJob(pool, { task, payload, key: `${task} ${payload.company} ${payload.after ?? ''}`, tries });

export const routingTasks = ({
  pool,
  projections,
}: Pick<RoutingDeps, 'pool' | 'projections'>): Record<string, Task> => ({
  [task]: async ({ company, after }: Payload, signal) => {
    if (await projections.catchUp(company)) throw new Error('the lists are not up to date yet');
    let next = after;
    for (let steps = 0; steps < maxSteps && !signal.aborted; steps++) {
      const startedAt = Date.now();
      const ids = await nextOpenInvoices(pool, company, next, batchSize);
      if (ids.length === 0) return;
      await routeAtOnce(pool, company, ids, new Date());
      next = ids.at(-1);
      // Most of the time is left to partners' calls.
      await pause(3 * (Date.now() - startedAt), signal);
    }
    await addRouting(pool, { company, after: next });
  },
});

/**
 * Routes the invoices of the company's next events. If rules, people or the day are others than those that its open
 * invoices were routed by, a job routes all of them. Returns whether there are more events.
 */
export async function followRouting({ pool }: Pick<RoutingDeps, 'pool'>, company: CompanyId): Promise<boolean> {
  const now = new Date();
  const state = await readRoutingState(pool, company, now);
  if (state === undefined) return false;
  if (!state.isUsed) {
    await lockedTransaction(pool, company, async (tx) => {
      if ((await readRoutingState(tx, company, now))?.isUsed === false) await endRouting(tx, company);
    });
    return false;
  }
  if (state.basis !== state.wanted) {
    await addRouting(pool, { company });
    await writeRoutingBasis(pool, company, state.wanted);
  }
  const { last, taken } = await positionOf(pool, company, routingFollower);
  if (taken >= last) return false;
  const done = await followEvents(pool, company, routingFollower, maxEvents, async (tx, range) => {
    const ids = await invoicesToRoute(tx, company, range);
    if (ids.length === 0) return;
    const basis = await readRoutingBasis(tx, company, now);
    for (let at = 0; at < ids.length; at += batchSize)
      await routeInvoices(tx, basis, ids.slice(at, at + batchSize), now);
  });
  return done < last;
}

/** Every poll also notices a new day and changed people. */
export const startRouting = (routing: RoutingDeps): (() => Promise<void>) =>
  followCompanies(routing, {
    behind: () => companiesWithRouting(routing.pool),
    take: (company) => followRouting(routing, company),
    failure: 'invoices could not be routed; they are again',
  });
