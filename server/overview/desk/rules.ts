import type { SearchResult } from './schemas.ts';

export const mostResults = 20;

/** A trace id by itself, or in the traceparent that a partner copied. */
export const traceIdIn = (q: string): string | undefined =>
  /^(?:[0-9a-f]{2}-)?([0-9a-f]{32})(?:-[0-9a-f]{16}-[0-9a-f]{2})?$/i.exec(q)?.[1]?.toLowerCase();

/** The best first: what is called exactly so, then what begins so, then the rest, in the order it came. */
export function ranked(results: SearchResult[], q: string): SearchResult[] {
  const wanted = q.toLowerCase();
  const rank = ({ id, title, subtitle }: SearchResult) => {
    const names = [id, title, ...subtitle.split(' · ')].map((name) => name.toLowerCase());
    return names.includes(wanted) ? 0 : names.some((name) => name.startsWith(wanted)) ? 1 : 2;
  };
  return results
    .map((result) => ({ result, rank: rank(result) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostResults)
    .map(({ result }) => result);
}
