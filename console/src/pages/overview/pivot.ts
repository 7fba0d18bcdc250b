import type { Arrival, FindingCount } from '../../api/types.ts';
import { addDays } from '../../../../common/days.ts';

export type ArrivalKind = Exclude<keyof Arrival, 'day' | 'partner'>;

export interface DayCounts {
  day: string;
  total: number;
  counts: Record<string, number>;
}

/** Includes days without arrivals. The partner that sent most comes first. */
export function pivot(
  arrivals: Arrival[],
  kind: ArrivalKind,
  days: number,
  today: string,
): { partners: string[]; days: DayCounts[] } {
  const counted = arrivals.filter((arrival) => arrival[kind] > 0);
  const totals = new Map<string, number>();
  for (const arrival of counted) totals.set(arrival.partner, (totals.get(arrival.partner) ?? 0) + arrival[kind]);
  const partners = [...totals]
    .sort(([a, many], [b, fewer]) => fewer - many || a.localeCompare(b))
    .map(([partner]) => partner);
  const all = Array.from({ length: days }, (_, n) => addDays(today, n + 1 - days));
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

export interface PartnerFindings {
  partner: string;
  counts: Record<string, number>;
}

export function findingsByPartner(findings: readonly FindingCount[]): {
  codes: string[];
  rows: PartnerFindings[];
  max: number;
} {
  const ofCode = new Map<string, number>();
  const ofPartner = new Map<string, { total: number; counts: Record<string, number> }>();
  for (const { partner, code, count } of findings) {
    ofCode.set(code, (ofCode.get(code) ?? 0) + count);
    const { total, counts } = ofPartner.get(partner) ?? { total: 0, counts: {} };
    ofPartner.set(partner, { total: total + count, counts: { ...counts, [code]: count } });
  }
  return {
    codes: [...ofCode].sort(([a, n], [b, m]) => m - n || a.localeCompare(b)).map(([code]) => code),
    rows: [...ofPartner]
      .sort(([a, n], [b, m]) => m.total - n.total || a.localeCompare(b))
      .map(([partner, { counts }]) => ({ partner, counts })),
    max: Math.max(0, ...findings.map(({ count }) => count)),
  };
}

/** Ticks of an axis: four or five round whole numbers from zero to at least the highest value. */
export function scaleTo(highest: number): number[] {
  const rough = Math.max(highest, 1) / 4;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((times) => times * ten >= rough) ?? 10) * ten);
  const whole = Number.isInteger(step) ? step : Math.ceil(step);
  return Array.from({ length: Math.ceil(Math.max(highest, 1) / whole) + 1 }, (_, n) => n * whole);
}
