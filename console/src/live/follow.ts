import type { Query, QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '../api/types.ts';
import { ApiFailure, readAside } from '../api.ts';
import { concerns, isFollowed } from './concerns.ts';
import { pause, whileVisible } from './waiting.ts';

/** For so long the service is asked to wait for an event, and so much later it has failed to answer. */
const waitSeconds = 15;
const lateMs = 2_000;
/** Where events come one after the other, what is shown is asked for again no more often than this, and less often where it takes long. */
const restMs = 1_000;
const longestRestMs = 15_000;
/** Without the feed, what is shown is asked for again so often; with it, too, in case something happens that is not an event. */
const pollMs = 15_000;
const besidesMs = 60_000;
/** More pages of a list than this are not asked for again by themselves. */
export const mostPages = 5;
/** What happened while the page was fetched may be in it or not. So few events at the most, and for so long before. */
const overlap = 5;
const overlapMs = 1_000;
/** Above every number that there is, so that the answer is where the company is. */
const beyond = '999999999999999';

/** Keeps what is shown of a company up to date with its events, while somebody can see it. */
export async function follow(client: QueryClient, companyId: string, signal: AbortSignal): Promise<void> {
  const path = `/companies/${encodeURIComponent(companyId)}/events` as const;
  let after: number | undefined;
  let begunWith = 0;
  const begunAt = Date.now();
  let failures = 0;
  let isLive = false;
  let refreshedAt = Date.now();

  const refresh = async (wanted: (query: Query) => boolean): Promise<number> => {
    const predicate = (query: Query) => wanted(query) && isShort(query);
    refreshedAt = Date.now();
    // What was asked for before the event may not have it yet, and a page on its way must not be cut off.
    await settled(client, predicate, signal);
    const begun = Date.now();
    await client.invalidateQueries({ predicate });
    return Date.now() - begun;
  };
  const pollIfDue = () => {
    const due = isLive ? besidesMs : pollMs;
    if (document.visibilityState === 'visible' && Date.now() - refreshedAt >= due) void refresh(isOfFeed);
  };
  const timer = setInterval(pollIfDue, 1_000);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });

  const ask = async (wait: number) => {
    const query = { after: after === undefined ? beyond : String(after), wait: String(wait), limit: '1000' };
    return whileVisible(signal, wait * 1_000 + lateMs, (signal) => readAside(path, { query, signal }));
  };
  const begin = async () => {
    const answer = await ask(0);
    if (answer === undefined) return;
    isLive = true;
    begunWith = answer.last;
    after = Math.max(0, begunWith - overlap);
    // What a page needs to be shown comes first.
    await settled(client, () => true, signal, restMs);
  };
  const goOn = async () => {
    const begun = Date.now();
    const answer = await ask(waitSeconds);
    if (answer === undefined) return;
    after = answer.last;
    isLive = true;
    failures = 0;
    const events = answer.events.filter(
      ({ seq, createdAt }) => seq > begunWith || Date.parse(createdAt) > begunAt - overlapMs,
    );
    if (events.length > 0) await rest(await refresh(isToldOf(events)));
    // The service has too many who wait.
    else if (answer.events.length === 0 && Date.now() - begun < restMs) await pause(pollMs / 3, signal);
  };
  const rest = (tookMs: number) => pause(Math.min(Math.max(restMs, 10 * tookMs), longestRestMs), signal);

  while (!signal.aborted)
    try {
      await (after === undefined ? begin() : goOn());
    } catch (error) {
      if (signal.aborted) return;
      isLive = false;
      // What is not kept any more cannot be told: all is asked for, and it goes on with what is.
      if (error instanceof ApiFailure && error.status === 410) {
        after = Number(error.body.parameters?.first) - 1;
        refreshedAt = 0;
      }
      pollIfDue();
      await pause(Math.min(2_000 * 2 ** failures, 60_000) * (0.5 + Math.random()), signal);
      failures += 1;
    }
}

const isOfFeed = ({ queryKey: [kind, path] }: Query) =>
  (kind === 'list' || kind === 'record' || kind === 'latest') && typeof path === 'string' && isFollowed(path);

const isToldOf =
  (events: FeedEvent[]) =>
  ({ queryKey: [kind, path] }: Query) =>
    events.some((event) => concerns(event, kind, path));

const isShort = ({ state: { data } }: Query) => {
  const { pages } = (data ?? {}) as { pages?: unknown[] };
  return (pages?.length ?? 0) <= mostPages;
};

/** Once nothing of it has been on its way for so long; after a few seconds in any case. */
async function settled(
  client: QueryClient,
  predicate: (query: Query) => boolean,
  signal: AbortSignal,
  forMs = 0,
): Promise<void> {
  const until = Date.now() + 5_000 + forMs;
  for (let quietSince = Date.now(); !signal.aborted && Date.now() < until; await pause(100, signal)) {
    if (client.isFetching({ predicate }) > 0) quietSince = Date.now();
    else if (Date.now() - quietSince >= forMs) return;
  }
}
