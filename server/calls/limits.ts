import type { HourSize } from './store.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { networkOf } from '../ground/http/arrival/rate-limit.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const maxPerNetworkAndMinute = 6;
const maxPerHour = 1_000;

/**
 * Anybody can make any number of calls without a company, so only a sample is stored. A few per minute and network are
 * enough to find out why a partner is refused. At most `maxPerHour` networks are in memory.
 */
export function createSample(): (address: string, now: number) => boolean {
  const inMinute = new Map<string, number>();
  let [thisMinute, thisHour, inHour] = [0, 0, 0];

  return (address, now) => {
    if (Math.floor(now / minuteMs) !== thisMinute) {
      thisMinute = Math.floor(now / minuteMs);
      inMinute.clear();
    }
    if (Math.floor(now / hourMs) !== thisHour) [thisHour, inHour] = [Math.floor(now / hourMs), 0];
    if (inHour >= maxPerHour) return false;
    const network = networkOf(address);
    const count = inMinute.get(network) ?? 0;
    if (count >= maxPerNetworkAndMinute) return false;
    inMinute.set(network, count + 1);
    inHour += 1;
    return true;
  };
}

/** Shares of a company's budget that the calls of one hour may take. */
const shareWithBodies = 1 / 4;
const shareWithoutBodies = 1 / 2;

export type BodyAllowance = 'whole' | 'without body' | 'none';

export interface HourlyBudget {
  roomFor(company: CompanyId, at: Date): BodyAllowance;
  /** Sizes are totals over all processes, as each write returns them. */
  note(company: CompanyId, sizes: HourSize[]): void;
}

/**
 * The sweep removes the oldest calls of a company beyond its budget, but it runs once an hour. No hour may take more
 * than its share, so that earlier calls can still be found whatever a partner sends meanwhile.
 */
export function createHourlyBudget(budgetBytes: number): HourlyBudget {
  const newest = new Map<CompanyId, HourSize>();
  return {
    roomFor: (company, at) => {
      const { hour, bytes } = newest.get(company) ?? { hour: at, bytes: 0 };
      if (bytes < budgetBytes * shareWithBodies || at.getTime() - hour.getTime() >= hourMs) return 'whole';
      return bytes < budgetBytes * shareWithoutBodies ? 'without body' : 'none';
    },
    note: (company, sizes) => {
      for (const size of sizes) if (size.hour >= (newest.get(company)?.hour ?? size.hour)) newest.set(company, size);
    },
  };
}
