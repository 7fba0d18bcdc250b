import { unavailable } from '../../errors/errors.ts';
import { isDataRefused, isWorthRepeating } from './failures.ts';
import type { CompanyId } from './pool.ts';

interface Waiting<Item, Outcome> {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

export interface BatchOptions<Item, Outcome> {
  /** Writes all items in one transaction; the outcomes are in the order of the items. */
  write: (company: CompanyId, items: Item[]) => Promise<Outcome[]>;
  /** About how many bytes an item weighs. */
  weigh: (item: Item) => number;
  /** Told the size of every batch that is written. */
  observe?: (size: number) => void;
}

const mostItems = 200;
const mostBytes = 8 * 1024 * 1024;
const mostWaiting = 5_000;

/**
 * Many callers, one statement: who arrives while a company's statement is under way goes into its next one, so
 * that one commit serves them all. A caller that finds the company idle waits for nobody.
 */
export function createBatch<Item, Outcome>(options: BatchOptions<Item, Outcome>) {
  const lanes = new Map<CompanyId, Waiting<Item, Outcome>[]>();

  return function submit(company: CompanyId, item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const lane = lanes.get(company);
      if (lane === undefined) {
        const first = [{ item, resolve, reject }];
        lanes.set(company, first);
        void drain(company, first);
      } else if (lane.length >= mostWaiting) {
        reject(unavailable('service.busy', { why: 'waiting' }));
      } else {
        lane.push({ item, resolve, reject });
      }
    });
  };

  async function drain(company: CompanyId, lane: Waiting<Item, Outcome>[]): Promise<void> {
    while (lane.length > 0) await writeTogether(company, lane.splice(0, fitting(lane)));
    lanes.delete(company);
  }

  function fitting(lane: Waiting<Item, Outcome>[]): number {
    let bytes = 0;
    const tooMany = lane.findIndex(({ item }, at) => (bytes += options.weigh(item)) > mostBytes && at > 0);
    return Math.min(tooMany === -1 ? lane.length : tooMany, mostItems);
  }

  async function writeTogether(company: CompanyId, batch: Waiting<Item, Outcome>[]): Promise<void> {
    options.observe?.(batch.length);
    try {
      const outcomes = await repeated(() =>
        options.write(
          company,
          batch.map(({ item }) => item),
        ),
      );
      batch.forEach(({ resolve }, at) => resolve(outcomes[at] as Outcome));
    } catch (error) {
      // One value that PostgreSQL refuses undoes the whole statement; alone, it spoils nobody else's.
      if (batch.length > 1 && isDataRefused(error)) for (const one of batch) await writeTogether(company, [one]);
      else for (const { reject } of batch) reject(error);
    }
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
