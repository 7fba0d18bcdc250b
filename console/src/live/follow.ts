import type { Query, QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '../api/types.ts';
import { ApiFailure, readInBackground } from '../api.ts';
import { concerns, isFollowed } from './concerns.ts';
import { pause, whileVisible } from './waiting.ts';

/** How long the service waits for an event, and how much later the request counts as failed. */
const waitSeconds = 15;
const graceMs = 2_000;
/** Pause between two refreshes: ten times as long as a refresh takes, within these bounds. */
const minPauseMs = 1_000;
const maxPauseMs = 15_000;
/** How often the page is refreshed without the feed, and with it, for changes that are not events. */
const pollIntervalMs = 15_000;
const refreshIntervalMs = 60_000;
/** Lists with more pages are not refreshed automatically. */
export const maxPages = 5;
/**
 * Events before the start are read again, because they may have happened while the page was loaded: this many, this
 * old.
 */
const overlapEvents = 5;
const overlapMs = 1_000;
/** Higher than any event number: the service then answers with the number of the last event. */
const afterLastEvent = '999999999999999';

/** Refreshes a company's data on the page when its events arrive, while the page is visible. */
export async function follow(client: QueryClient, companyId: string, signal: AbortSignal): Promise<void> {
  const path = `/companies/${encodeURIComponent(companyId)}/events` as const;
  let after: number | undefined;
  let firstSeq = 0;
  const startedAt = Date.now();
  let failures = 0;
  let isLive = false;
  let refreshedAt = Date.now();

  const refresh = async (isStale: (query: Query) => boolean): Promise<number> => {
    const predicate = (query: Query) => isStale(query) && isShort(query);
    refreshedAt = Date.now();
    // An answer on its way may be older than the event, and must not be cancelled.
    await settled(client, predicate, signal);
    const begun = Date.now();
    await client.invalidateQueries({ predicate });
    return Date.now() - begun;
  };
  const pollIfDue = () => {
    const due = isLive ? refreshIntervalMs : pollIntervalMs;
    if (document.visibilityState === 'visible' && Date.now() - refreshedAt >= due) void refresh(isFollowedQuery);
  };
  const timer = setInterval(pollIfDue, 1_000);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });

  const ask = async (wait: number) => {
    const query = { after: after === undefined ? afterLastEvent : String(after), wait: String(wait), limit: '1000' };
    return whileVisible(signal, wait * 1_000 + graceMs, (signal) => readInBackground(path, { query, signal }));
  };
  const begin = async () => {
    const answer = await ask(0);
    if (answer === undefined) return;
    isLive = true;
    firstSeq = answer.last;
    after = Math.max(0, firstSeq - overlapEvents);
    // The page's own requests come first.
    await settled(client, () => true, signal, minPauseMs);
  };
  const readNext = async () => {
    const begun = Date.now();
    const answer = await ask(waitSeconds);
    if (answer === undefined) return;
    after = answer.last;
    isLive = true;
    failures = 0;
    const events = answer.events.filter(
      ({ seq, createdAt }) => seq > firstSeq || Date.parse(createdAt) > startedAt - overlapMs,
    );
    if (events.length > 0) await pauseAfter(await refresh(isChangedBy(events)));
    // The service answered without waiting, because it has too many waiting clients.
    else if (answer.events.length === 0 && Date.now() - begun < minPauseMs) await pause(pollIntervalMs / 3, signal);
  };
  const pauseAfter = (tookMs: number) => pause(Math.min(Math.max(minPauseMs, 10 * tookMs), maxPauseMs), signal);

  while (!signal.aborted)
    try {
      await (after === undefined ? begin() : readNext());
    } catch (error) {
      if (signal.aborted) return;
      isLive = false;
      // The events are not kept any more: refresh everything, and continue with the oldest that is kept.
      if (error instanceof ApiFailure && error.status === 410) {
        after = Number(error.body.parameters?.first) - 1;
        refreshedAt = 0;
      }
      pollIfDue();
      await pause(Math.min(2_000 * 2 ** failures, 60_000) * (0.5 + Math.random()), signal);
      failures += 1;
    }
}

const isFollowedQuery = ({ queryKey: [kind, path] }: Query) =>
  (kind === 'list' || kind === 'record' || kind === 'latest') && typeof path === 'string' && isFollowed(path);

const isChangedBy =
  (events: FeedEvent[]) =>
  ({ queryKey: [kind, path] }: Query) =>
    events.some((event) => concerns(event, kind, path));

const isShort = ({ state: { data } }: Query) => {
  const { pages } = (data ?? {}) as { pages?: unknown[] };
  return (pages?.length ?? 0) <= maxPages;
};

/** Resolves once no matching query has been fetching for `quietMs`, and after five more seconds at the latest. */
async function settled(
  client: QueryClient,
  predicate: (query: Query) => boolean,
  signal: AbortSignal,
  quietMs = 0,
): Promise<void> {
  const until = Date.now() + 5_000 + quietMs;
  for (let quietSince = Date.now(); !signal.aborted && Date.now() < until; await pause(100, signal)) {
    if (client.isFetching({ predicate }) > 0) quietSince = Date.now();
    else if (Date.now() - quietSince >= quietMs) return;
  }
}
