import autocannon, { type Client } from 'autocannon';
import { placeholders, textsOf } from './bodies.ts';
import { median, quantile, type Answers, type Job } from './jobs.ts';

/** Sends as fast as answers come. Answers during the warm-up do not count. */
export async function hammer(job: Job): Promise<Answers> {
  const { url, method, headers, body, connections, warmUpMs, measureMs } = job;
  const milliseconds: number[] = [];
  let count = 0;
  const from = performance.now() + warmUpMs;
  const until = from + measureMs;
  const running = autocannon({
    url,
    method,
    headers,
    ...(body === undefined ? {} : { body, setupClient: (client) => sendNewBodies(client, job.tokens) }),
    connections,
    duration: (warmUpMs + measureMs) / 1000,
    sampleInt: 50,
  });
  // autocannon's own figures are whole milliseconds.
  running.on('response', (_client: Client, _status: number, _bytes: number, took: number) => {
    count += 1;
    const now = performance.now();
    if (now >= from && now < until) milliseconds.push(took);
  });
  const { errors, statusCodeStats } = await running;
  const isExpected = ([status, { count: times }]: [string, { count: number }]) =>
    Number(status) === job.expect || (Number(status) === job.expectOnce && times === 1);
  if (errors > 0 || !Object.entries(statusCodeStats).every(isExpected) || milliseconds.length === 0)
    throw new Error(
      `${method} ${url}: ${errors} errors, and the statuses ${JSON.stringify(statusCodeStats)} instead of ${job.expect} alone`,
    );
  return {
    rate: (milliseconds.length * 1000) / measureMs,
    medianMs: median(milliseconds),
    p99Ms: quantile(milliseconds, 0.99),
    count,
  };
}

let sent = Date.now();

/** A connection sends one request at a time, so its bytes may change once the answer is there. */
function sendNewBodies(client: Client, tokens: string[] = []): void {
  client.on('request', () => {
    const request = client.getRequestBuffer() as Buffer & { offsets?: number[][] };
    const replaced = [...placeholders, ...tokens.slice(0, 1)];
    const offsets = (request.offsets ??= replaced.map((text) => offsetsOf(request, text)));
    sent += 1;
    const texts = [...textsOf(sent), ...(tokens.length === 0 ? [] : [tokens[sent % tokens.length] as string])];
    texts.forEach((text, at) => {
      for (const offset of offsets[at] as number[]) request.write(text, offset, 'latin1');
    });
  });
}

function offsetsOf(bytes: Buffer, text: string): number[] {
  const offsets: number[] = [];
  for (let offset = bytes.indexOf(text); offset !== -1; offset = bytes.indexOf(text, offset + 1)) offsets.push(offset);
  return offsets;
}
