import { unavailable } from '../../errors/errors.ts';
import { isDatabaseAway, isLockBusy, isPoolBusy, isWorthRepeating, retryOnConflict } from './failures.ts';
import type { CompanyId } from './pool.ts';

export interface OfCompany<Item> {
  company: CompanyId;
  item: Item;
}

interface QueuedItem<Item, Outcome> extends OfCompany<Item> {
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

interface CompanyQueue<Item, Outcome> {
  waiting: QueuedItem<Item, Outcome>[];
  /** A faster write has left them undecided. */
  undecided: QueuedItem<Item, Outcome>[];
}

type Answer = () => void;

export interface BatchOptions<Item, Outcome> {
  /** The outcomes are in the order of the items. All items are written in one transaction. */
  write: (company: CompanyId, items: Item[]) => Promise<Outcome[]>;
  /**
   * A faster write in one statement that may leave some items undecided. Those are written by `write`, after a few more
   * fast writes if others wait: a few slow items then hardly delay the many fast ones.
   */
  writeQuickly?: (company: CompanyId, items: Item[]) => Promise<(Outcome | undefined)[]>;
  /**
   * The same for items of several companies. It must not wait for a company's lock: all of them would wait. With it,
   * companies share a statement while another one is being written. After a failure `write` gets the items of each
   * company. A statement whose connection was lost may have stored them: `write` must find out.
   */
  writeForCompanies?: ((items: OfCompany<Item>[]) => Promise<(Outcome | undefined)[]>) | undefined;
  /** In bytes; need not be exact. */
  weigh: (item: Item) => number;
  observe?: (size: number) => void;
}

const maxItems = 200;
const maxBytes = 8 * 1024 * 1024;
const maxWaiting = 5_000;
/** How many fast writes undecided items let pass. */
const maxPassed = 3;
/** A larger item is written with those of its own company only, so that others need not wait for it. */
const maxSharedBytes = 64 * 1024;

/**
 * Batches writes per company: callers that arrive while a company's statement runs share the next one and its commit. A
 * caller that finds the company idle does not wait. With `writeForCompanies`, companies that are idle share statements
 * as well while the database is busy: many companies that send little then cost as little as one that sends much.
 */
export function createBatch<Item, Outcome>(options: BatchOptions<Item, Outcome>) {
  const queues = new Map<CompanyId, CompanyQueue<Item, Outcome>>();
  /** Items of companies without a queue of their own. */
  const shared: QueuedItem<Item, Outcome>[] = [];
  let isSharing = false;

  return function submit(company: CompanyId, item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const queued = { company, item, resolve, reject };
      const queue = queues.get(company)?.waiting ?? (isShared(item) ? shared : undefined);
      if (queue === undefined) openQueue(company, { waiting: [queued], undecided: [] });
      else if (queue.length >= maxWaiting) reject(unavailable('service.busy', { why: 'waiting' }));
      else queue.push(queued);
      if (shared.length > 0 && !isSharing) void drainShared();
    });
  };

  function isShared(item: Item): boolean {
    const isBusy = isSharing || queues.size > 0;
    return options.writeForCompanies !== undefined && isBusy && options.weigh(item) <= maxSharedBytes;
  }

  function openQueue(company: CompanyId, queue: CompanyQueue<Item, Outcome>): void {
    queues.set(company, queue);
    void drain(company, queue);
  }

  async function drainShared(): Promise<void> {
    isSharing = true;
    let answer: Answer = () => undefined;
    do {
      const written = writeShared(shared.splice(0, fitting(shared)));
      process.nextTick(answer);
      answer = await written;
    } while (shared.length > 0);
    isSharing = false;
    answer();
  }

  async function writeShared(batch: QueuedItem<Item, Outcome>[]): Promise<Answer> {
    const { writeForCompanies } = options;
    options.observe?.(batch.length);
    try {
      const outcomes = await retryOnConflict(async () => (await writeForCompanies?.(batch)) ?? []);
      return () =>
        batch.forEach((queued, at) => (outcomes[at] ? queued.resolve(outcomes[at]) : leaveToCompany(queued)));
    } catch (error) {
      // Without a free connection nothing was sent, and each company would only wait for one again.
      return isPoolBusy(error) ? refuse(batch, error) : () => batch.forEach(leaveToCompany);
    }
  }

  function leaveToCompany(queued: QueuedItem<Item, Outcome>): void {
    const queue = queues.get(queued.company);
    if (queue === undefined) openQueue(queued.company, { waiting: [], undecided: [queued] });
    else queue.undecided.push(queued);
  }

  /** Starts the next batch before it answers the callers of the previous one, so that the database does not wait. */
  async function drain(company: CompanyId, { waiting, undecided }: CompanyQueue<Item, Outcome>): Promise<void> {
    let answer: Answer = () => undefined;
    let passed = 0;
    do {
      const isTurnOfUndecided = undecided.length > 0 && (waiting.length === 0 || passed === maxPassed);
      passed = isTurnOfUndecided || undecided.length === 0 ? 0 : passed + 1;
      const written = isTurnOfUndecided
        ? writeTogether(company, undecided.splice(0, fitting(undecided)))
        : writeFast(company, waiting.splice(0, fitting(waiting)), undecided);
      // Answer in the next tick: by then the pool has given this batch its connection.
      process.nextTick(answer);
      answer = await written;
    } while (waiting.length + undecided.length > 0);
    queues.delete(company);
    answer();
  }

  function fitting(queue: QueuedItem<Item, Outcome>[]): number {
    let bytes = 0;
    const tooMany = queue.findIndex(({ item }, at) => (bytes += options.weigh(item)) > maxBytes && at > 0);
    return Math.min(tooMany === -1 ? queue.length : tooMany, maxItems);
  }

  async function writeFast(
    company: CompanyId,
    batch: QueuedItem<Item, Outcome>[],
    undecided: QueuedItem<Item, Outcome>[],
  ): Promise<Answer> {
    options.observe?.(batch.length);
    const { writeQuickly } = options;
    if (writeQuickly === undefined) return writeTogether(company, batch);
    try {
      const outcomes = await retryOnConflict(() => writeQuickly(company, itemsOf(batch)));
      undecided.push(...batch.filter((_, at) => outcomes[at] === undefined));
      return () => batch.forEach(({ resolve }, at) => outcomes[at] && resolve(outcomes[at]));
    } catch (error) {
      if (!isFaultOfItem(error)) return refuse(batch, error);
      undecided.push(...batch);
      return () => undefined;
    }
  }

  async function writeTogether(company: CompanyId, batch: QueuedItem<Item, Outcome>[]): Promise<Answer> {
    try {
      const outcomes = await retryOnConflict(() => options.write(company, itemsOf(batch)));
      return () => batch.forEach(({ resolve }, at) => resolve(outcomes[at] as Outcome));
    } catch (error) {
      if (batch.length === 1 || !isFaultOfItem(error)) return refuse(batch, error);
      // An item that cannot be written undoes the whole statement, so each item is retried alone.
      for (const one of batch) (await writeTogether(company, [one]))();
      return () => undefined;
    }
  }

  function refuse(batch: QueuedItem<Item, Outcome>[], error: unknown): Answer {
    return () => batch.forEach(({ reject }) => reject(error));
  }

  function itemsOf(batch: QueuedItem<Item, Outcome>[]): Item[] {
    return batch.map(({ item }) => item);
  }
}

/** Neither the database nor another transaction is at fault: one item may be, and the others can be written. */
const isFaultOfItem = (error: unknown): boolean =>
  !isDatabaseAway(error) && !isLockBusy(error) && !isWorthRepeating(error);
