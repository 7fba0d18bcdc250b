import { afterAll, describe, expect, it } from 'vitest';
import { maxNumbers } from '../store.ts';
import { maxWaitingPerReader } from '../waiting.ts';
import { openDoor, openOwnDoor, paths, type Answer } from '../../testing/door.ts';
import { feedOf, readFeed, type FeedEvent } from '../../testing/feed.ts';
import { signedIn } from '../../testing/operator.ts';
import { stopClock } from '../../testing/time.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const viewer = await signedIn(door, 'viewer');
const feed = feedOf(door, { cookie: viewer.cookie });
await door.addSupplier('1');
afterAll(() => door.close());

let sent = 0;
const invoice = async () =>
  (await door.post(paths.invoices, { externalReferenceId: `invoice ${(sent += 1)}`, supplierNumber: '1' })).body
    .id as string;
const newest = async () => (await feed.read('?after=999999999')).body.last as number;
const seqs = ({ body }: Answer) => (body.events as FeedEvent[]).map(({ seq }) => seq);

async function companyWith(many: number, typeOf: string, data = `'{"number": "1", "name": "A"}'::jsonb`) {
  const { id: company } = await door.addCompany(`Company ${(sent += 1)}`);
  await door.pool.query('UPDATE company_counters SET event_seq = $2 WHERE company_id = $1', [company, many]);
  // Payloads of version 1 are not checked.
  await door.pool.query(
    `INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
     SELECT $1, seq, gen_random_uuid(), ${typeOf}, 1, '1', ${data}, $3 FROM generate_series(1, $2::bigint) AS seq`,
    [company, many, new Date()],
  );
  const read = (query = '') => readFeed(door.url, company, { cookie: administrator.cookie }, query);
  return { company, read };
}

it('returns the events after any number, with their cause and payload', async () => {
  const before = await newest();
  const id = await invoice();
  const { headers, body } = await administrator.call('POST', `/companies/${door.company}/invoices/${id}/approve`, {});
  expect(body.state).toBe('approved');
  const traceId = headers.get('traceparent')?.split('-')[1];
  const answer = await feed.read(`?after=${before}`);
  expect(answer).toMatchObject({ status: 200, body: { last: before + 2 } });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.body.events).toEqual([
    expect.objectContaining({ seq: before + 1, type: 'supplierinvoice.created' }),
    {
      seq: before + 2,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'supplierinvoice.approved',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      traceId,
      data: {
        supplierInvoiceId: id,
        externalReferenceId: `invoice ${sent}`,
        supplierNumber: '1',
        partnerId: expect.any(String),
        partnerName: 'Scanner',
        by: { id: administrator.id, name: 'The administrator' },
        traceId,
      },
    },
  ]);
});

it('begins with the first stored event, and a page has at most limit events', async () => {
  const { read } = await companyWith(250, `'supplier.updated'`);
  const pages = [await read(), await read('?after=100'), await read('?after=200')];
  expect(pages.map(({ body }) => [body.events.length, body.last])).toEqual([
    [100, 100],
    [100, 200],
    [50, 250],
  ]);
  expect(pages.flatMap(seqs)).toEqual(Array.from({ length: 250 }, (_, at) => at + 1));
  expect((await read('?after=250')).body).toEqual({ events: [], last: 250 });
  expect((await read('?after=0&limit=1000')).body.events).toHaveLength(250);
  expect((await read('?after=7&limit=1')).body).toMatchObject({ events: [{ seq: 8 }], last: 8 });
});

it('a payload keeps its digits, and large payloads make a page shorter', async () => {
  const data = `jsonb_build_object('text', repeat('x', 300000), 'amount', 12345678901234567890.10::numeric)`;
  const { read } = await companyWith(10, `'supplier.updated'`, data);
  const pages = [await read(), await read('?after=4'), await read('?after=8')];
  expect(pages.map(seqs)).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [9, 10],
  ]);
  expect(pages.map(({ body }) => body.last)).toEqual([4, 8, 10]);
  const response = await fetch(
    `${door.url}/operator/v1/companies/${(await companyWith(1, `'supplier.updated'`, data)).company}/events`,
    {
      headers: { cookie: administrator.cookie },
    },
  );
  expect(await response.text()).toContain('12345678901234567890.10');
});

it('returns only the requested types, and passes over the others', async () => {
  const { read } = await companyWith(30, `CASE WHEN seq % 10 = 0 THEN 'supplier.created' ELSE 'supplier.updated' END`);
  const answer = await read('?types=supplier.created,workorder.done');
  expect([seqs(answer), answer.body.last]).toEqual([[10, 20, 30], 30]);
  expect((await read('?types=workorder.done')).body).toEqual({ events: [], last: 30 });
});

it('searches a bounded number of events for a rare type, and continues while it waits', async () => {
  const many = 2 * maxNumbers + 5;
  const { read } = await companyWith(
    many,
    `CASE WHEN seq = ${many} THEN 'supplier.created' ELSE 'supplier.updated' END`,
  );
  expect((await read('?types=supplier.created')).body).toEqual({ events: [], last: maxNumbers });
  expect((await read(`?types=supplier.created&after=${maxNumbers}`)).body).toEqual({
    events: [],
    last: 2 * maxNumbers,
  });
  expect(await read('?types=supplier.created&wait=30')).toMatchObject({
    body: { events: [{ seq: many }], last: many },
  });
});

it('events that are no longer stored are a 410 that names the first stored one', async () => {
  const { company, read } = await companyWith(50, `'supplier.updated'`);
  await door.pool.query('DELETE FROM events WHERE company_id = $1 AND seq <= 20', [company]);
  expect(await read('?after=19')).toMatchObject({
    status: 410,
    body: {
      code: 'events.pruned',
      parameters: { first: 21 },
      message:
        'The events before number 21 are no longer kept. Continue with after=20, and read the current records from the lists.',
    },
  });
  expect(seqs(await read('?after=20&limit=1'))).toEqual([21]);
  expect(seqs(await read('?limit=1'))).toEqual([21]);
  await door.pool.query('DELETE FROM events WHERE company_id = $1', [company]);
  expect(await read('?after=49')).toMatchObject({ status: 410, body: { parameters: { first: 51 } } });
  expect((await read('?after=50')).body).toEqual({ events: [], last: 50 });
  expect((await read()).body).toEqual({ events: [], last: 50 });
});

it('a company where nothing has happened has an empty feed', async () => {
  const { read } = await companyWith(0, `'supplier.updated'`);
  expect((await read()).body).toEqual({ events: [], last: 0 });
  expect((await read('?after=0')).body).toEqual({ events: [], last: 0 });
});

it('a reader that is ahead, as after a restored backup, is answered at once with the last number', async () => {
  expect((await feed.read('?after=999999999&wait=30')).body).toEqual({ events: [], last: await newest() });
});

it.each([
  ['after=-1', 'after'],
  ['after=1.5', 'after'],
  ['after=9999999999999999', 'after'],
  ['types=supplierinvoice.eaten', 'types'],
  ['types=', 'types'],
  ['limit=0', 'limit'],
  ['limit=1001', 'limit'],
  ['wait=31', 'wait'],
])('%s is a 400 that names it', async (query, name) => {
  expect(await feed.read(`?${query}`)).toMatchObject({
    status: 400,
    body: { code: 'query.invalid', problems: [{ path: name }] },
  });
});

it('a company of other operators is a 404', async () => {
  const { company } = await companyWith(1, `'supplier.updated'`);
  expect((await readFeed(door.url, company, { cookie: viewer.cookie })).status).toBe(404);
  expect((await readFeed(door.url, door.company, {})).status).toBe(401);
});

describe('a waiting reader', () => {
  const waitingNow = async () => {
    const metrics = await (await fetch(`${door.url}/metrics`)).text();
    return Number(/^doorway_events_waiting (\d+)$/m.exec(metrics)?.[1]);
  };

  it('is answered as soon as there is an event, and holds no connection to the database meanwhile', async () => {
    const before = await newest();
    const answers = Array.from({ length: 12 }, () => feed.read(`?after=${before}&wait=30`));
    await expect.poll(waitingNow).toBe(12);
    // Operators have five connections: if waiting readers held them, this request would get no answer.
    expect((await viewer.call('GET', `/companies/${door.company}/invoices`)).status).toBe(200);
    await invoice();
    for (const answer of await Promise.all(answers)) expect(seqs(answer)).toEqual([before + 1]);
    expect(await waitingNow()).toBe(0);
  });

  it('waits on if an event of another type comes', async () => {
    const before = await newest();
    const answer = feed.read(`?after=${before}&types=supplierinvoice.approved&wait=30`);
    await expect.poll(waitingNow).toBe(1);
    const id = await invoice();
    await administrator.call('POST', `/companies/${door.company}/invoices/${id}/approve`, {});
    expect(seqs(await answer)).toEqual([before + 2]);
  });

  it('gets an empty page after the time, with the number that it may continue after', async () => {
    const advance = stopClock();
    const before = await newest();
    let isAnswered = false;
    const answer = feed.read(`?after=${before}&types=workorder.done&wait=30`).finally(() => (isAnswered = true));
    const other = feed.read(`?after=${before}&types=supplierinvoice.created&wait=30`);
    await expect.poll(waitingNow).toBe(2);
    advance(29_999);
    await invoice();
    // The same event has woken both.
    expect(seqs(await other)).toEqual([before + 1]);
    expect(isAnswered).toBe(false);
    advance(1);
    await invoice();
    const { body } = await answer;
    expect(body.events).toEqual([]);
    expect(body.last).toBeGreaterThan(before);
  });

  it('that hangs up frees its place', async () => {
    const leaving = new AbortController();
    const gone = fetch(`${door.url}/operator/v1/companies/${door.company}/events?after=${await newest()}&wait=30`, {
      headers: { cookie: viewer.cookie },
      signal: leaving.signal,
    }).catch(() => 'gone');
    await expect.poll(waitingNow).toBe(1);
    leaving.abort();
    expect(await gone).toBe('gone');
    await expect.poll(waitingNow).toBe(0);
  });

  it('beyond the limit of one operator is answered at once, and other operators can still wait', async () => {
    const before = await newest();
    const waiting = Array.from({ length: maxWaitingPerReader }, () => feed.read(`?after=${before}&wait=30`));
    await expect.poll(waitingNow).toBe(maxWaitingPerReader);
    expect((await feed.read(`?after=${before}&wait=30`)).body).toEqual({ events: [], last: before });
    const other = readFeed(door.url, door.company, { cookie: administrator.cookie }, `?after=${before}&wait=30`);
    await expect.poll(waitingNow).toBe(maxWaitingPerReader + 1);
    await invoice();
    for (const answer of await Promise.all([...waiting, other])) expect(seqs(answer)).toEqual([before + 1]);
  });

  it('that is signed out meanwhile gets no events', async () => {
    const leaver = await signedIn(door, 'viewer');
    const before = await newest();
    const answer = readFeed(door.url, door.company, { cookie: leaver.cookie }, `?after=${before}&wait=30`);
    await expect.poll(waitingNow).toBe(1);
    await leaver.call('DELETE', '/session');
    await invoice();
    expect(await answer).toMatchObject({ status: 401, body: { code: 'session.ended' } });
  });

  it('is answered at once when the service closes', async () => {
    const closing = await openOwnDoor('It closes the service.');
    const reader = await signedIn(closing, 'viewer');
    const answer = readFeed(closing.url, closing.company, { cookie: reader.cookie }, '?after=0&wait=30');
    const waiting = async () =>
      /^doorway_events_waiting 1$/m.test(await (await fetch(`${closing.url}/metrics`)).text());
    await expect.poll(waiting).toBe(true);
    // The wait itself does not end any more.
    stopClock();
    const closed = closing.close();
    expect(await answer).toMatchObject({ status: 200, body: { events: [], last: 0 } });
    await closed;
  });
});
