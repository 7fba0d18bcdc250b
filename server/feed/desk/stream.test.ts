import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { streamOf } from './stream.ts';
import type { FeedPage } from '../store.ts';
import { maxWaitingPerReader } from '../waiting.ts';
import { openOwnApp, paths } from '../../testing/door.ts';
import { feedOf, feedPath, type Stream } from '../../testing/feed.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { breathe } from '../../testing/time.ts';

const streams: Stream[] = [];
const door = await openOwnApp('How long a client may stall is a setting of the process.', {
  env: { STALL_SECONDS: '1' },
});
const viewer = await signedIn(door, 'viewer');
const feed = feedOf(door, { cookie: viewer.cookie });
await door.addSupplier('1');
afterAll(() => door.close());
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await vi.waitUntil(async () => (await waitingNow()) === 0, { timeout: 120_000 });
});

const waitingNow = async () =>
  Number(/^doorway_events_waiting (\d+)$/m.exec(await (await fetch(`${door.url}/metrics`)).text())?.[1]);
let sent = 0;
const invoice = async () => {
  const body = { externalReferenceId: `invoice ${(sent += 1)}`, supplierNumber: '1' };
  expect((await door.post(paths.invoices, body)).status).toBe(200);
};
const newest = async () => (await feed.read('?after=999999999')).body.last as number;
const open = async (query?: string, headers?: Record<string, string>) => {
  const stream = await feed.stream(query, headers);
  streams.push(stream);
  return stream;
};
const seqs = ({ events }: Stream) => events.map(({ seq }) => seq);

it('sends stored events and then new ones, each with its number, its type and the event', async () => {
  const before = await newest();
  await invoice();
  const stream = await open(`?after=${before}`);
  expect(stream.status).toBe(200);
  expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(stream.headers['cache-control']).toBe('no-store');
  await expect.poll(() => seqs(stream)).toEqual([before + 1]);
  await invoice();
  await expect.poll(() => seqs(stream)).toEqual([before + 1, before + 2]);
  expect(stream.events).toEqual((await feed.read(`?after=${before}`)).body.events);
});

it('continues after the Last-Event-ID of a reader, which overrides the query', async () => {
  const before = await newest();
  await invoice();
  await invoice();
  const stream = await open('?after=0', { 'last-event-id': String(before + 1) });
  await expect.poll(() => seqs(stream)).toEqual([before + 2]);
  const strange = await open('', { 'last-event-id': 'x' });
  expect(strange.status).toBe(400);
  await expect.poll(() => strange.text()).toContain('Last-Event-ID is not valid');
});

it('a reader of one type gets the numbers of passed events as ids, so that it need not read them again', async () => {
  const before = await newest();
  await invoice();
  const stream = await open(`?after=${before}&types=workorder.done`);
  await expect.poll(() => stream.text()).toBe(`retry: 3000\n\n:\nid: ${before + 1}\n\n`);
});

it('a number that is no longer stored is a 410 before the stream begins', async () => {
  await door.pool.query('DELETE FROM events WHERE company_id = $1 AND seq = 1', [door.company]);
  const stream = await open('?after=0');
  expect(stream.status).toBe(410);
  await expect.poll(() => stream.text()).toContain('"code":"events.pruned"');
});

it('a stream beyond the limit of an operator sends the stored events and ends', async () => {
  const before = await newest();
  await invoice();
  for (let many = 0; many < maxWaitingPerReader; many += 1) await open(`?after=${before}`);
  const stream = await open(`?after=${before}`);
  await stream.ended;
  expect(seqs(stream)).toEqual([before + 1]);
});

it('a reader that does not read is cut off', async () => {
  const { port, hostname } = new URL(door.url);
  // More than the buffers of a connection hold.
  const { rows } = await door.pool.query<{ last: string }>(
    'UPDATE company_counters SET event_seq = event_seq + 30 WHERE company_id = $1 RETURNING event_seq AS last',
    [door.company],
  );
  const before = Number(rows[0]?.last) - 30;
  await door.pool.query(
    `INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
     SELECT company_id, $2 + n, gen_random_uuid(), 'supplier.updated', 1, '1', jsonb_build_object('text', repeat('x', 500000)), $3
     FROM company_counters, generate_series(1, 30) AS n WHERE company_id = $1`,
    [door.company, before, new Date()],
  );
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.write(
    `GET ${feedPath(door.company, `?after=${before}`)} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\ncookie: ${viewer.cookie}\r\n\r\n`,
  );
  socket.pause();
  await expect.poll(waitingNow).toBe(1);
  // The service closes the connection if the client reads nothing for a second.
  await expect.poll(waitingNow).toBe(0);
  socket.destroy();
  await closed;
});

it('sends a comment every fifteen seconds', async () => {
  const empty = (after: number): FeedPage => ({ events: [], last: after, newest: after, first: 1 });
  vi.setSystemTime(0);
  onTestFinished(() => void vi.useRealTimers());
  const waits: number[] = [];
  const next = async (after: number, until: number) => {
    waits.push(until);
    return waits.length > 2 ? undefined : empty(after);
  };
  const text: string[] = [];
  for await (const part of streamOf({ first: empty(7), next, revoked: new AbortController().signal })) text.push(part);
  expect(text).toEqual(['retry: 3000\n\n', ...Array.from({ length: 3 }, () => ':\nid: 7\n\n')]);
  expect(waits).toEqual([15_000, 15_000, 15_000]);
});

it('the next page is read once the reader has taken the last one', async () => {
  const event = { id: randomUUID(), type: 'supplier.updated', createdAt: new Date(), traceId: null };
  const pageAfter = (after: number): FeedPage => ({
    events: Array.from({ length: 100 }, (_, at) => ({ ...event, seq: after + at + 1, data: `"${'x'.repeat(1_000)}"` })),
    last: after + 100,
    newest: 1_000_000,
    first: 1,
  });
  const asked: number[] = [];
  const next = async (after: number) => {
    asked.push(after);
    return pageAfter(after);
  };
  const stream = Readable.from(streamOf({ first: pageAfter(0), next, revoked: new AbortController().signal }), {
    objectMode: false,
  });
  await once(stream, 'readable');
  await breathe();
  expect(asked).toEqual([]);
  let taken = '';
  for await (const part of stream) {
    taken += String(part);
    if (taken.includes('id: 250\n')) break;
  }
  expect(asked).toEqual([100, 200]);
});

it('HEAD and other kinds of answers do not stream', async () => {
  const response = await fetch(`${door.url}${feedPath(door.company)}`, {
    method: 'HEAD',
    headers: { cookie: viewer.cookie, accept: 'text/event-stream' },
  });
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(
    (await viewer.call('GET', `${feedPath(door.company).slice(api.length)}?limit=1`)).headers.get('content-type'),
  ).toContain('json');
});
