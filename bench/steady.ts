import { setTimeout as sleep } from 'node:timers/promises';
import { placeholders, textsOf } from './bodies.ts';
import { quantile } from './jobs.ts';

/** Requests to send at a fixed rate, however long their answers take. The body of a POST may have placeholders. */
export interface Stream {
  name: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  perSecond: number;
}

export type StreamTimes = Record<string, { count: number; medianMs: number; p95Ms: number; p99Ms: number }>;

/** Runs in a process of its own. A message with streams begins, an empty one ends and is answered with the times. */
process.on('message', ({ streams }: { streams?: Stream[] }) => {
  if (streams === undefined) {
    isRunning = false;
    return;
  }
  isRunning = true;
  run(streams).then(
    (times) => process.send?.(times),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit());

let isRunning = false;
let nth = Date.now();

async function run(streams: Stream[]): Promise<StreamTimes> {
  const times = await Promise.all(streams.map(async (stream) => [stream.name, await timesOf(stream)] as const));
  return Object.fromEntries(times);
}

async function timesOf(stream: Stream): Promise<StreamTimes[string]> {
  const milliseconds: number[] = [];
  const waiting: Promise<void>[] = [];
  const begun = performance.now();
  for (let sent = 0; isRunning; sent++) {
    await sleep(Math.max(0, begun + (sent * 1_000) / stream.perSecond - performance.now()));
    const sentAt = performance.now();
    waiting.push(send(stream).then(() => void milliseconds.push(performance.now() - sentAt)));
  }
  await Promise.all(waiting);
  return {
    count: milliseconds.length,
    medianMs: quantile(milliseconds, 0.5),
    p95Ms: quantile(milliseconds, 0.95),
    p99Ms: quantile(milliseconds, 0.99),
  };
}

async function send({ url, headers, body }: Stream): Promise<void> {
  const response = await fetch(url, body === undefined ? { headers } : { method: 'POST', headers, body: filled(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
}

function filled(body: string): string {
  const texts = textsOf(nth++);
  return placeholders.reduce((text, placeholder, at) => text.replaceAll(placeholder, texts[at] as string), body);
}
