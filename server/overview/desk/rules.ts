import type { ResultType, SearchResult } from './schemas.ts';

export const mostResults = 20;

/** A trace id by itself, or in the traceparent that a partner copied. */
export const traceIdIn = (q: string): string | undefined =>
  /^(?:[0-9a-f]{2}-)?([0-9a-f]{32})(?:-[0-9a-f]{16}-[0-9a-f]{2})?$/i.exec(q)?.[1]?.toLowerCase();

/** In this order where nothing else tells which is better. */
const kinds: ResultType[] = ['supplier', 'invoice', 'project', 'workOrder', 'partner', 'request'];

/** The best first: what is called exactly so, then what begins so, then the rest, suppliers first. */
export function ranked(results: SearchResult[], q: string): SearchResult[] {
  const wanted = q.toLowerCase();
  const rank = ({ id, title, subtitle, proposalIds = [] }: SearchResult) => {
    const names = [id, title, ...proposalIds, ...subtitle.split(' · ')].map((name) => name.toLowerCase());
    return names.includes(wanted) ? 0 : names.some((name) => name.startsWith(wanted)) ? 1 : 2;
  };
  return results
    .map((result) => ({ result, rank: rank(result), kind: kinds.indexOf(result.type) }))
    .toSorted((a, b) => a.rank - b.rank || a.kind - b.kind)
    .slice(0, mostResults)
    .map(({ result }) => result);
}
