import type { Logger } from 'pino';
import { followCompanies, type FollowingDeps } from './follow-companies.ts';
import { projectChanges } from '../changes/store.ts';
import type { Projections } from '../deps.ts';
import { companiesBehind, followEvents, positionOf, type EventRange } from '../events/follow.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { projectInvoices } from '../supplier-invoices/lists/projection.ts';
import { projectSuppliers } from '../suppliers/projection.ts';
import { projectWorkOrders } from '../work-orders/projection.ts';

const follower = 'projections';
const maxEvents = 1_000;
/** New events are projected after a second without another one, or when an operator reads a list. */
const maxWaitMs = 30_000;
const catchUpTimeoutMs = 2_000;
const failure = 'the lists could not be brought up to date; the next arrival or reader tries again';

/**
 * More events are likely to follow a full step, so thousands of texts enter their index at once, which writes a
 * sixth less per invoice. The first step that is not full empties the list.
 */
const isFull = ({ after, to }: EventRange) => BigInt(to) - BigInt(after) === BigInt(maxEvents);

const project = (pool: Pool, company: CompanyId) =>
  followEvents(pool, company, follower, maxEvents, async (tx, range) => {
    if (isFull(range)) await tx.query("SELECT set_config('gin_pending_list_limit', '8MB', true)");
    await projectSuppliers(tx, company, range);
    await projectInvoices(tx, company, range);
    await projectWorkOrders(tx, company, range);
    await projectChanges(tx, company, range);
  });

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
        log.warn({ err: error }, failure);
        return true;
      }
    },
  };
}

export interface ProjectionsJob extends FollowingDeps {
  pool: Pool;
}

export const startProjections = (job: ProjectionsJob): (() => Promise<void>) =>
  followCompanies(job, {
    behind: () => companiesBehind(job.pool, follower),
    take: async (company) => {
      const { last, taken } = await positionOf(job.pool, company, follower);
      return taken < last && (await project(job.pool, company)) < last;
    },
    failure,
    maxWaitMs,
  });
