import { unavailable } from '../../errors/errors.ts';
import { isDataRefused, isWorthRepeating } from './failures.ts';
import type { CompanyId } from './pool.ts';

interface QueuedItem<Item, Outcome> {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

type Answer = () => void;

export interface BatchOptions<Item, Outcome> {
  /** The outcomes are in the order of the items. All items are written in one transaction. */
  write: (company: CompanyId, items: Item[]) => Promise<Outcome[]>;
  /** A faster write in one statement that may leave some items undecided. Those are written by `write`. */
  writeQuickly?: (company: CompanyId, items: Item[]) => Promise<(Outcome | undefined)[]>;
  /** In bytes; need not be exact. */
  weigh: (item: Item) => number;
  observe?: (size: number) => void;
}

const maxItems = 200;
const maxBytes = 8 * 1024 * 1024;
const maxWaiting = 5_000;

/**
 * Batches writes per company: callers that arrive while a company's statement runs share the next one and its commit. A
 * caller that finds the company idle does not wait.
 */
export function createBatch<Item, Outcome>(options: BatchOptions<Item, Outcome>) {
  const lanes = new Map<CompanyId, QueuedItem<Item, Outcome>[]>();

  return function submit(company: CompanyId, item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const lane = lanes.get(company);
      if (lane === undefined) {
        const first = [{ item, resolve, reject }];
        lanes.set(company, first);
        void drain(company, first);
      } else if (lane.length >= maxWaiting) {
        reject(unavailable('service.busy', { why: 'waiting' }));
      } else {
        lane.push({ item, resolve, reject });
      }
    });
  };

  /** Starts the next batch before it answers the callers of the previous one, so that the database does not wait. */
  async function drain(company: CompanyId, lane: QueuedItem<Item, Outcome>[]): Promise<void> {
    let answer: Answer = () => undefined;
    do {
      const written = write(company, lane.splice(0, fitting(lane)));
      // Answer in the next tick: by then the pool has given this batch its connection.
      process.nextTick(answer);
      answer = await written;
    } while (lane.length > 0);
    lanes.delete(company);
    answer();
  }

  function fitting(lane: QueuedItem<Item, Outcome>[]): number {
    let bytes = 0;
    const tooMany = lane.findIndex(({ item }, at) => (bytes += options.weigh(item)) > maxBytes && at > 0);
    return Math.min(tooMany === -1 ? lane.length : tooMany, maxItems);
  }

  async function write(company: CompanyId, batch: QueuedItem<Item, Outcome>[]): Promise<Answer> {
    options.observe?.(batch.length);
    const { writeQuickly } = options;
    if (writeQuickly === undefined) return writeTogether(company, batch);
    try {
      const outcomes = await repeated(() => writeQuickly(company, itemsOf(batch)));
      const answer = () => batch.forEach(({ resolve }, at) => outcomes[at] && resolve(outcomes[at]));
      const left = batch.filter((_, at) => outcomes[at] === undefined);
      if (left.length === 0) return answer;
      const answerLeft = await writeTogether(company, left);
      return () => {
        answer();
        answerLeft();
      };
    } catch (error) {
      return isDataRefused(error) ? writeTogether(company, batch) : refuse(batch, error);
    }
  }

  async function writeTogether(company: CompanyId, batch: QueuedItem<Item, Outcome>[]): Promise<Answer> {
    try {
      const outcomes = await repeated(() => options.write(company, itemsOf(batch)));
      return () => batch.forEach(({ resolve }, at) => resolve(outcomes[at] as Outcome));
    } catch (error) {
      if (batch.length === 1 || !isDataRefused(error)) return refuse(batch, error);
      // A value that PostgreSQL refuses undoes the whole statement, so each item is retried alone.
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

export async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 5 || !isWorthRepeating(error)) throw error;
    }
  }
}
