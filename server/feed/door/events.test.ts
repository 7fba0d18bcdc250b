import { afterAll, describe, expect, it } from 'vitest';
import { maxWaitingPerPartner } from './routes.ts';
import { maxNumbers } from '../store.ts';
import { payloadOf, type StoredEvent } from '../../webhooks/payload.ts';
import { openDoor, openOwnDoor, paths, type Door } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { stopClock } from '../../testing/time.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
await door.addSupplier('1');
await door.addProject({
  number: 'p',
  name: 'Eken',
  proposalIds: ['P-1'],
  facilities: [{ number: 'f', name: 'House' }],
});
afterAll(() => door.close());

const path = '/doorway/v1/events';
const read = (query = '', token = door.token) => door.call('GET', path + query, { token });
const newest = async () => (await read('?after=999999999')).body.next as number;
const types = (events: { type: string }[]) => events.map(({ type }) => type);

let sent = 0;
async function invoice(token = door.token): Promise<string> {
  const body = { externalReferenceId: `invoice ${(sent += 1)}`, supplierNumber: '1' };
  return (await door.call('POST', paths.invoices, { token, body })).body.id as string;
}
const decide = async (id: string, decision: string, body: object = {}) =>
  expect((await administrator.call('POST', `/companies/${door.company}/invoices/${id}/${decision}`, body)).status).toBe(
    200,
  );

it('answers the events of one’s own records exactly as webhooks carry them, and nothing of others', async () => {
  const before = await newest();
  const [own, foreign] = [await invoice(), await invoice(await door.tokenFor({ partner: 'Other' }))];
  await decide(foreign, 'reject', { reason: 'Not ours' });
  await decide(own, 'approve');
  await decide(own, 'booked', { voucher: 'L 1207', bookedOn: '2026-11-16' });
  const { rows } = await door.pool.query<StoredEvent & { partnerId: string }>(
    `SELECT seq::text, id, type, data, created_at AS "createdAt", data ->> 'partnerId' AS "partnerId" FROM events
     WHERE company_id = $1 AND subject_id = $2 AND type <> 'supplierinvoice.created' ORDER BY seq`,
    [door.company, own],
  );
  const { status, body } = await read(`?after=${before}`);
  expect([status, types(body.events)]).toEqual([200, ['supplierinvoice.approved', 'supplierinvoice.booked']]);
  expect(body.events).toEqual(rows.map((row) => JSON.parse(payloadOf(row, row.partnerId))));
  expect(body.events[1].data).toEqual({
    supplierInvoiceId: own,
    externalReferenceId: expect.any(String),
    supplierNumber: '1',
  });
  expect(body.next).toBe(await newest());
});

it('a token gets only the kinds of records that it may read', async () => {
  const before = await newest();
  await decide(await invoice(), 'approve');
  const { id } = (await door.post(paths.workOrders, { id: 'w-1', proposalId: 'P-1' })).body;
  await administrator.call('POST', `/companies/${door.company}/work-orders/${id}/done`, {});
  const of = async (scopes: string[]) =>
    types((await read(`?after=${before}`, await door.tokenFor({ scopes }))).body.events);
  expect(await of(['supplierinvoices:write'])).toEqual(['supplierinvoice.approved']);
  expect(await of(['workorders:read'])).toEqual(['workorder.done']);
  expect(await of(['suppliers:read'])).toEqual([]);
});

it('pages never end: next leads on, also from an empty page', async () => {
  let after = await newest();
  const ids = [await invoice(), await invoice(), await invoice()];
  for (const id of ids) await decide(id, 'approve');
  const seen: string[] = [];
  for (let pages = 0; pages < 4; pages++) {
    const { events, next } = (await read(`?after=${after}&limit=1`)).body;
    seen.push(...events.map(({ data }: any) => data.supplierInvoiceId));
    expect(next).toBeGreaterThanOrEqual(after);
    after = next;
  }
  expect(seen).toEqual(ids);
  expect((await read(`?after=${after}`)).body).toEqual({ events: [], next: after });
});

async function companyOf(many: number): Promise<{ token: string; id: string }> {
  const { id, token } = await door.addCompany(`Company ${(sent += 1)}`);
  await door.pool.query('UPDATE company_counters SET event_seq = $2 WHERE company_id = $1', [id, many]);
  // Payloads of version 1 are not checked. Only the last event is the partner's.
  await door.pool.query(
    `INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
     SELECT $1, seq, gen_random_uuid(), 'supplierinvoice.approved', 1, '1',
            jsonb_build_object('partnerId', CASE WHEN seq = $2 THEN (SELECT id FROM partners WHERE company_id = $1)::text END), $3
     FROM generate_series(1, $2::bigint) AS seq`,
    [id, many, new Date()],
  );
  return { id, token };
}

it('a partner with one event among those of many others finds it in one call', async () => {
  const many = 2 * maxNumbers + 5;
  const { token } = await companyOf(many);
  expect((await read('', token)).body).toMatchObject({ events: [{ seq: many }], next: many });
});

it('events that are no longer kept are a 410 that names the first one left', async () => {
  const { id, token } = await companyOf(50);
  await door.pool.query('DELETE FROM events WHERE company_id = $1 AND seq <= 20', [id]);
  const { status, headers, body } = await read('?after=19', token);
  expect([status, headers.get('doorway-error')]).toEqual([410, 'events.pruned']);
  expect(body.message).toContain('Continue with after=20');
  expect((await read('', token)).body.next).toBe(50);
});

it.each([
  ['after=-1', 'after takes a whole number from 0 to 999999999999999.'],
  ['limit=1001', 'limit takes a whole number from 1 to 1000.'],
  ['wait=31', 'wait takes a whole number from 0 to 30.'],
])('%s is a 400 that names the range', async (query, message) => {
  expect(await read(`?${query}`)).toMatchObject({ status: 400, body: { message } });
});

describe('a call that waits', () => {
  const waitingAt = async ({ url }: Pick<Door, 'url'>) =>
    Number(/^doorway_partner_events_waiting (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]);
  const waiting = () => waitingAt(door);

  it('is answered as soon as there is an event of its own', async () => {
    const [own, foreign] = [await invoice(), await invoice(await door.tokenFor({ partner: 'Other' }))];
    const before = await newest();
    const answer = read(`?after=${before}&wait=30`);
    await expect.poll(waiting).toBe(1);
    await decide(foreign, 'approve');
    await decide(own, 'approve');
    expect((await answer).body).toMatchObject({ events: [{ data: { supplierInvoiceId: own } }], next: before + 2 });
    expect(await waiting()).toBe(0);
  });

  it('gets nothing if its token is revoked meanwhile', async () => {
    const advance = stopClock();
    const token = await door.tokenFor({});
    const id = await invoice();
    const before = await newest();
    const answer = read(`?after=${before}&wait=30`, token);
    await expect.poll(waiting).toBe(1);
    await door.pool.query('UPDATE access_tokens SET revoked_at = now() WHERE hash = sha256($1)', [Buffer.from(token)]);
    // The look-up of a token is cached for less than a second.
    advance(1_000);
    await decide(id, 'approve');
    // An earlier wake would make the next one wait a moment.
    advance(1_000);
    const { status, headers } = await answer;
    expect([status, headers.get('doorway-error')]).toEqual([401, 'token.revoked']);
  });

  it('beyond the limit of its partner is answered at once', async () => {
    const id = await invoice();
    const before = await newest();
    const answers = Array.from({ length: maxWaitingPerPartner }, () => read(`?after=${before}&wait=30`));
    await expect.poll(waiting).toBe(maxWaitingPerPartner);
    expect((await read(`?after=${before}&wait=30`)).body).toEqual({ events: [], next: before });
    await decide(id, 'approve');
    for (const { body } of await Promise.all(answers)) expect(body.events).toHaveLength(1);
  });

  it('is answered at once when the service closes', async () => {
    const closing = await openOwnDoor('It closes the service.');
    const answer = closing.call('GET', `${path}?after=0&wait=30`);
    await expect.poll(() => waitingAt(closing)).toBe(1);
    const closed = closing.close();
    expect(await answer).toMatchObject({ status: 200, body: { events: [], next: 0 } });
    await closed;
  });
});
