import { addDays } from '../../../common/days.ts';
import { withoutAccents } from '../../ground/db/text-search.ts';
import type { ResultType, SearchResult } from './schemas.ts';

const maxResults = 20;

export const traceIdIn = (q: string): string | undefined =>
  /^(?:[0-9a-f]{2}-)?([0-9a-f]{32})(?:-[0-9a-f]{16}-[0-9a-f]{2})?$/i.exec(q)?.[1]?.toLowerCase();

const kinds: ResultType[] = ['supplier', 'invoice', 'project', 'workOrder', 'partner', 'request'];

const keyOf = (name: string) => withoutAccents(name).toLowerCase();

/** Exact matches first, then those that begin with the text, then the rest, and at last words in files. */
export function ranked(results: SearchResult[], q: string): SearchResult[] {
  const wanted = keyOf(q);
  const rank = ({ id, title, subtitle, proposalIds = [], match }: SearchResult) => {
    if (match?.field === 'file') return 3;
    const names = [id, title, ...proposalIds, ...subtitle.split(' · '), match?.text ?? ''].map(keyOf);
    return names.includes(wanted) ? 0 : names.some((name) => name.startsWith(wanted)) ? 1 : 2;
  };
  return results
    .map((result) => ({ result, rank: rank(result), kind: kinds.indexOf(result.type) }))
    .toSorted((a, b) => a.rank - b.rank || a.kind - b.kind)
    .slice(0, maxResults)
    .map(({ result }) => result);
}

/** Ranges of ages in days, today being 0. The last one has no end. */
const ageRanges = [
  [0, 2],
  [3, 7],
  [8, 14],
  [15, 30],
  [31, undefined],
] as const;

export interface AgeRange {
  leastDays: number;
  mostDays: number | null;
  from: string | null;
  to: string;
}

export const agesOn = (today: string): AgeRange[] =>
  ageRanges.map(([min, max]) => ({
    leastDays: min,
    mostDays: max ?? null,
    from: max === undefined ? null : addDays(today, -max),
    to: addDays(today, -min),
  }));

/** Both periods have `days` days; the later one includes today. */
export const periodsTo = (today: string, days: number) => ({
  from: addDays(today, 1 - days),
  to: today,
  fromBefore: addDays(today, 1 - 2 * days),
  toBefore: addDays(today, -days),
});
