import type { Arrival } from '../../api/types.ts';

/** What arrives. */
export type Kind = Exclude<keyof Arrival, 'day' | 'partner'>;

export interface Day {
  day: string;
  total: number;
  counts: Record<string, number>;
}

/** The last days, also those without anything, with what each partner sent on them. The partner that sent most comes first. */
export function pivot(
  arrivals: Arrival[],
  kind: Kind,
  days: number,
  today: string,
): { partners: string[]; days: Day[] } {
  const counted = arrivals.filter((arrival) => arrival[kind] > 0);
  const totals = new Map<string, number>();
  for (const arrival of counted) totals.set(arrival.partner, (totals.get(arrival.partner) ?? 0) + arrival[kind]);
  const partners = [...totals]
    .sort(([a, many], [b, fewer]) => fewer - many || a.localeCompare(b))
    .map(([partner]) => partner);
  const all = Array.from({ length: days }, (_, n) => {
    const date = new Date(`${today}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - (days - 1 - n));
    return date.toISOString().slice(0, 10);
  });
  return {
    partners,
    days: all.map((day) => {
      const counts = Object.fromEntries(
        counted.filter((arrival) => arrival.day === day).map((arrival) => [arrival.partner, arrival[kind]]),
      );
      return { day, counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) };
    }),
  };
}
