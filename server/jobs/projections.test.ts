import pg from 'pg';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createProjections } from './projections.ts';
import { createLogger } from '../ground/http/observe/log.ts';
import { openOwnDoor, paths } from '../testing/door.ts';
import { api, signedIn } from '../testing/operator.ts';
import { stopClock } from '../testing/time.ts';

const door = await openOwnDoor('It breaks the tables of the projections.');
const approver = await signedIn(door, 'approver');
await door.addSupplier('1');
await door.addProject({
  number: 'P1',
  name: 'Eken',
  proposalIds: ['offer'],
  facilities: [{ number: '1', name: 'House' }],
});
afterAll(() => door.close());

let round = 0;
beforeEach(() => {
  round++;
});
const reference = (nth: number) => `r${round}-${nth}`;
const send = async (nth: number) => {
  const { status, body } = await door.post(paths.invoices, {
    externalReferenceId: reference(nth),
    supplierNumber: '1',
  });
  expect(status).toBe(200);
  return body.id as string;
};
const listed = async (kind = 'invoices') => {
  const { status, body } = await approver.call('GET', `/companies/${door.company}/${kind}?limit=200`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows.map(({ id }: { id: string }) => id) as string[];
};
const isListed = async (id: string) =>
  (await door.pool.query('SELECT FROM invoice_projections WHERE company_id = $1 AND id = $2', [door.company, id]))
    .rowCount === 1;
const forget = async () => {
  await door.pool.query('DELETE FROM invoice_projections');
  await door.pool.query('DELETE FROM work_order_projections');
  await door.pool.query('DELETE FROM supplier_projections');
  await door.pool.query('DELETE FROM event_positions');
};

it('every acknowledged record is in the next list', async () => {
  for (let nth = 0; nth < 5; nth++) {
    const id = await send(nth);
    expect((await listed())[0]).toBe(id);
  }
  const { body } = await door.post(paths.workOrders, { id: 'w1', proposalId: 'offer' });
  expect(await listed('work-orders')).toEqual([body.id]);
});

it('concurrent arrivals and readers list every invoice once', async () => {
  const sent: string[] = [];
  const readers = Array.from({ length: 4 }, async () => {
    for (let nth = 0; nth < 8; nth++) {
      const before = [...sent];
      const seen = await listed();
      expect(seen).toEqual(expect.arrayContaining(before));
      expect(new Set(seen).size).toBe(seen.length);
    }
  });
  const senders = Array.from({ length: 60 }, async (_, nth) => {
    sent.push(await send(nth));
  });
  await Promise.all([...readers, ...senders]);
  expect(await listed()).toEqual(expect.arrayContaining(sent));
});

it('arrivals are projected without a reader', async () => {
  const id = await send(1);
  await expect.poll(() => isListed(id)).toBe(true);
});

it('changes of operators are projected without a reader', async () => {
  const id = await send(1);
  await listed();
  expect((await approver.call('POST', `/companies/${door.company}/invoices/${id}/approve`, {})).status).toBe(200);
  const projected = async () =>
    (
      await door.pool.query('SELECT state FROM invoice_projections WHERE company_id = $1 AND id = $2', [
        door.company,
        id,
      ])
    ).rows;
  await expect.poll(projected).toEqual([{ state: 'approved' }]);
});

const rowOf = async (id: string) =>
  (
    await door.pool.query('SELECT ctid, files FROM invoice_projections WHERE company_id = $1 AND id = $2', [
      door.company,
      id,
    ])
  ).rows[0];

it('a file that arrives before the projection of its invoice is counted, and a note without mentions changes nothing', async () => {
  await listed();
  const id = await send(1);
  const content = Buffer.from('<a/>').toString('base64');
  const attached = await door.post(paths.attach, { supplierInvoiceId: id, fileName: 'a.xml', content });
  expect(attached.status, attached.body.message).toBe(200);
  await listed();
  const before = await rowOf(id);
  expect(before).toMatchObject({ files: 1 });
  const noted = await approver.call('POST', `/companies/${door.company}/invoices/${id}/notes`, { text: 'Asked.' });
  expect(noted.status).toBe(200);
  await listed();
  expect(await rowOf(id)).toEqual(before);
});

it('a decision is in the next list', async () => {
  const id = await send(1);
  await listed();
  expect(
    (await approver.call('POST', `/companies/${door.company}/invoices/${id}/reject`, { reason: 'Twice.' })).status,
  ).toBe(200);
  const { body } = await approver.call('GET', `/companies/${door.company}/invoices?state=rejected`);
  expect(body.rows.map((row: { id: string }) => row.id)).toEqual([id]);
});

it('an invoice that is decided before it is projected is listed as decided', async () => {
  await listed();
  const id = await send(1);
  expect((await approver.call('POST', `/companies/${door.company}/invoices/${id}/approve`, {})).status).toBe(200);
  const { body } = await approver.call('GET', `/companies/${door.company}/invoices?state=approved`);
  expect(body.rows.map((row: { id: string }) => row.id)).toContain(id);
});

it('deleted projections are rebuilt from more events than one step takes', async () => {
  const before = await listed();
  await door.pool.query(
    `WITH counted AS (UPDATE company_counters SET event_seq = event_seq + 2500 WHERE company_id = $1 RETURNING event_seq)
     INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
     SELECT $1, event_seq - 2500 + nth, gen_random_uuid(), 'supplier.updated', 'no uuid', '{}', now() FROM counted, generate_series(1, 2500) AS nth`,
    [door.company],
  );
  const id = await send(1);
  await forget();
  // A reader waits two seconds for a backlog, which may be too short on a busy machine.
  await expect.poll(() => listed()).toEqual([id, ...before]);
  expect(await listed('work-orders')).toHaveLength(1);
  expect((await approver.call('GET', `/companies/${door.company}/suppliers`)).body.rows).toMatchObject([
    { number: '1' },
  ]);
});

it('a supplier is found by its present name', async () => {
  await door.addSupplier('2', { name: 'Gamla Firman', bankGiro: '991-2346' });
  const found = async (q: string) =>
    (await approver.call('GET', `/companies/${door.company}/suppliers?q=${q}`)).body.rows.map(
      ({ number }: { number: string }) => number,
    );
  expect(await found('gamla')).toEqual(['2']);
  expect((await approver.call('PATCH', `/companies/${door.company}/suppliers/2`, { name: 'Nya Firman' })).status).toBe(
    200,
  );
  expect(await found('gamla')).toEqual([]);
  expect(await found('nya%20f')).toEqual(['2']);
  expect([await found('991-2346'), await found('9912346')]).toEqual([['2'], ['2']]);
});

async function catchingUp(): Promise<[header: string | null, body: unknown][]> {
  const answers = await Promise.all(
    ['invoices', 'work-orders', 'suppliers', 'overview', 'search?q=nothing'].map((path) =>
      approver.call('GET', `/companies/${door.company}/${path}`),
    ),
  );
  for (const { status } of answers) expect(status).toBe(200);
  return answers.map(({ headers, body }) => [headers.get('doorway-catching-up'), body.catchingUp]);
}
const allOf = (header: string | null, body: unknown) => Array.from({ length: 5 }, () => [header, body]);

it('lists can be read while nothing can be written, say that they are behind, and catch up later', async () => {
  const before = await listed();
  await door.pool.query('ALTER TABLE invoice_projections ADD CONSTRAINT full_disk CHECK (false) NOT VALID');
  const id = await send(1);
  expect(await listed()).toEqual(before);
  expect(await catchingUp()).toEqual(allOf('true', true));
  const csv = () =>
    fetch(`${door.url}${api}/companies/${door.company}/invoices?format=csv`, { headers: { cookie: approver.cookie } });
  expect((await csv()).headers.get('doorway-catching-up')).toBe('true');
  await door.pool.query('ALTER TABLE invoice_projections DROP CONSTRAINT full_disk');
  expect(await listed()).toEqual([id, ...before]);
  expect(await catchingUp()).toEqual(allOf(null, undefined));
  expect((await csv()).headers.get('doorway-catching-up')).toBeNull();
});

it('a reader waits two seconds at most for a long backlog, and is told that the lists are behind', async () => {
  await door.pool.query(
    `WITH counted AS (UPDATE company_counters SET event_seq = event_seq + 6000 WHERE company_id = $1 RETURNING event_seq)
     INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
     SELECT $1, event_seq - 6000 + nth, gen_random_uuid(), 'supplier.updated', '1', '{}', now() FROM counted, generate_series(1, 6000) AS nth`,
    [door.company],
  );
  // Each of the six steps takes a second.
  const advance = stopClock();
  let steps = 0;
  const { connect } = pg.Pool.prototype;
  const connecting = vi.spyOn(pg.Pool.prototype, 'connect').mockImplementation(function (this: pg.Pool, ...given) {
    // Only a transaction connects by itself. The door's own followers use another pool.
    if (this === door.pool && arguments.length === 0) {
      steps += 1;
      advance(1_000);
    }
    return connect.apply(this, given);
  });
  const { catchUp } = createProjections(door.pool, createLogger('silent', { write: () => undefined }));
  expect(await catchUp(door.company)).toBe(true);
  connecting.mockRestore();
  expect(steps).toBe(2);
  await expect.poll(catchingUp).toEqual(allOf(null, undefined));
});

it('the lists of two companies are separate', async () => {
  const { token } = await door.addCompany('Other');
  await door.call('POST', paths.suppliers, { token, body: { number: '1', name: 'One' } });
  const { body } = await door.call('POST', paths.invoices, {
    token,
    body: { externalReferenceId: 'x', supplierNumber: '1' },
  });
  expect(await listed()).not.toContain(body.id);
});
