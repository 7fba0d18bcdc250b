import { setTimeout as sleep } from 'node:timers/promises';
import { placeholders, textsOf } from './bodies.ts';
import { median, quantile } from './jobs.ts';

/** A small request. The body of a POST may have placeholders, which are replaced. */
export interface WatchedRequest {
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** How many callers repeat it; one by default. */
  callers?: number;
}

export interface WaitTimes {
  count: number;
  medianMs: number;
  p99Ms: number;
  slowestMs: number;
}

/** Callers in a process of their own that repeat a small request every few milliseconds and note how long it takes. */
let watched: WatchedRequest | undefined;
let nth = 0;
process.on('message', (message: { watch?: WatchedRequest }) => {
  watched = message.watch;
  if (watched !== undefined) void watch(watched);
});

async function watch(call: WatchedRequest): Promise<void> {
  const waits: number[] = [];
  const repeat = async () => {
    while (watched === call) {
      const begun = performance.now();
      const response = await fetch(call.url, requestOf(call));
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text}`);
      waits.push(performance.now() - begun);
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: call.callers ?? 1 }, repeat));
  process.send?.({
    count: waits.length,
    medianMs: median(waits),
    p99Ms: quantile(waits, 0.99),
    slowestMs: Math.max(...waits),
  } satisfies WaitTimes);
}

function requestOf({ headers = {}, body }: WatchedRequest): RequestInit {
  if (body === undefined) return { headers };
  const texts = textsOf(nth++);
  const filled = placeholders.reduce(
    (text, placeholder, at) => text.replaceAll(placeholder, texts[at] as string),
    body,
  );
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: filled };
}
