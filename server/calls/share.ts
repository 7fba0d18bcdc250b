import type { CompanyId } from '../ground/db/pool.ts';
import type { HourSize } from './store.ts';

/** Of a company's budget, so much may go to the calls of one hour before their bodies are left out, and before nothing is kept. */
const withBodies = 1 / 4;
const withoutBodies = 1 / 2;

export type Room = 'whole' | 'without body' | 'none';

export interface Shares {
  /** What may be kept of a call that arrived at this time. */
  roomFor(company: CompanyId, at: Date): Room;
  /** Told what the calls of an hour take, over all processes, as the database answers whenever some were written. */
  note(company: CompanyId, sizes: HourSize[]): void;
}

/**
 * The sweep removes the oldest calls of a company that has used up its budget, but it comes only once an hour. So no hour may
 * take more than its share; whatever a partner sends meanwhile, the calls before it can still be looked up.
 */
export function createShares(budgetBytes: number): Shares {
  const newest = new Map<CompanyId, HourSize>();
  return {
    roomFor: (company, at) => {
      const { hour, bytes } = newest.get(company) ?? { hour: at, bytes: 0 };
      if (bytes < budgetBytes * withBodies || at.getTime() - hour.getTime() >= 60 * 60 * 1000) return 'whole';
      return bytes < budgetBytes * withoutBodies ? 'without body' : 'none';
    },
    note: (company, sizes) => {
      for (const size of sizes) if (size.hour >= (newest.get(company)?.hour ?? size.hour)) newest.set(company, size);
    },
  };
}
