import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { listCompanies } from '../access/store.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import type { Deps, Listings } from '../deps.ts';
import { followEvents, positionOf } from '../events/follow.ts';
import { listInvoicesAnew } from '../supplier-invoices/projection.ts';
import { listSuppliersAnew } from '../suppliers/projection.ts';
import { listWorkOrdersAnew } from '../work-orders/projection.ts';

const follower = 'listings';
const mostAtOnce = 1_000;
/** After so long without an arrival, what has arrived is listed, unless somebody looks sooner. */
const pause = 1_000;
/** Where arrivals never pause, they are listed after so long all the same. */
const longest = 30_000;
/** How long somebody who looks waits for a backlog. */
const patience = 2_000;

/**
 * Suppliers, invoices and work orders are listed, with the indexes that searching and sorting need, after they were accepted: the
 * indexes cost more than the rest of an invoice's way, and no partner waits for them. The listings follow the events
 * as soon as arrivals pause, and are brought up to date before anybody reads them.
 */
export function keepListings(app: FastifyInstance, { pool, log }: Pick<Deps, 'pool' | 'log'>): Listings {
  const waiting = new Set<CompanyId>();
  const closed = new AbortController();
  let running: Promise<void> | undefined;
  let lastArrival = 0;

  const step = (company: CompanyId) =>
    followEvents(pool, company, follower, mostAtOnce, async (tx, stretch) => {
      await listSuppliersAnew(tx, company, stretch);
      await listInvoicesAnew(tx, company, stretch);
      await listWorkOrdersAnew(tx, company, stretch);
    });

  const complain = (error: unknown) =>
    log.warn({ err: error }, 'the lists could not be brought up to date; the next arrival or reader tries again');

  async function catchUp(company: CompanyId): Promise<boolean> {
    try {
      const { last, taken } = await positionOf(pool, company, follower);
      const deadline = Date.now() + patience;
      let done = taken;
      while (done < last && Date.now() < deadline) done = await step(company);
      return done < last;
    } catch (error) {
      // Whoever looks while nothing can be written, as on a full disk, is shown what was listed before.
      complain(error);
      return true;
    }
  }

  /** The door goes first: three quarters of the time are left to it. */
  async function listAtLeisure(company: CompanyId): Promise<void> {
    const { last, taken } = await positionOf(pool, company, follower);
    for (let done = taken; done < last && !closed.signal.aborted;) {
      const begun = Date.now();
      done = await step(company);
      await sleep(3 * (Date.now() - begun), undefined, { signal: closed.signal });
    }
  }

  async function work(): Promise<void> {
    while (waiting.size > 0) {
      const begun = Date.now();
      do await sleep(pause, undefined, { signal: closed.signal });
      while (Date.now() - lastArrival < pause && Date.now() - begun < longest);
      const now = new Set(waiting);
      waiting.clear();
      for (const company of now) await listAtLeisure(company);
    }
  }

  function stir(company: CompanyId): void {
    waiting.add(company);
    lastArrival = Date.now();
    running ??= work()
      .catch((error: unknown) => {
        if (!closed.signal.aborted) complain(error);
      })
      .finally(() => {
        running = undefined;
      });
  }

  app.addHook('onResponse', (request, reply, done) => {
    const company = request.partner?.companyId;
    if (company !== undefined && request.method === 'POST' && reply.statusCode === 200) stir(company);
    done();
  });
  // What an earlier process left behind.
  app.addHook('onListen', async () => {
    for (const { id } of await listCompanies(pool)) stir(id);
  });
  app.addHook('onClose', async () => {
    closed.abort();
    await running;
  });
  return { catchUp };
}
