import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { openOwnApp, paths, type Answer } from '../../testing/door.ts';
import { allowing } from '../../testing/webhooks.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { answers, openReceiver, type ReceivedMessage, type Receiver } from '../../testing/receiver.ts';
import { nowMs } from '../../testing/time.ts';

let receiver: Receiver;
const door = await openOwnApp('Webhooks to this machine are a setting of the process.', { env: allowing });
const administrator = await signedIn(door, 'administrator');
const path = `/companies/${door.company}/webhooks`;
await door.addSupplier('1');
afterAll(() => door.close());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver[Symbol.asyncDispose]());

const done = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const made = async (form: object = {}): Promise<{ id: string; secret: string; at: string }> => {
  const endpoint = done(await administrator.call('POST', path, { url: receiver.url, ...form }));
  return { ...endpoint, at: `${path}/${endpoint.id}` };
};
const test = async (at: string) => done(await administrator.call('POST', `${at}/test`));
const resend = (at: string, form: object) => administrator.call('POST', `${at}/resend`, form);
const skip = (at: string, form: object = {}) => administrator.call('POST', `${at}/skip`, form);
const read = async (at: string) => done(await administrator.call('GET', at));
const deliveries = async (at: string, query = '') =>
  done(await administrator.call('GET', `${at}/deliveries${query}`)).rows as any[];
const lastAudited = async (id: string) =>
  (await door.pool.query('SELECT action, data FROM audit_log WHERE subject_id = $1 ORDER BY seq DESC LIMIT 1', [id]))
    .rows[0];
const setPosition = (id: string, fields: string) =>
  door.pool.query(`UPDATE webhook_positions SET ${fields} WHERE endpoint_id = $1`, [id]);
const verified = (secret: string, { headers, body }: ReceivedMessage) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

let sent = 0;
async function rejected(token = door.token): Promise<{ seq: number; invoice: string; id: string }> {
  const body = { externalReferenceId: `mending-${sent++}`, supplierNumber: '1' };
  const { id: invoice } = (await door.call('POST', paths.invoices, { token, body })).body;
  const reject = `/companies/${door.company}/invoices/${invoice}/reject`;
  done(await administrator.call('POST', reject, { reason: 'Twice.' }));
  const { rows } = await door.pool.query(
    `SELECT seq::integer, id FROM events WHERE subject_id = $1 AND type = 'supplierinvoice.rejected'`,
    [invoice],
  );
  return { ...rows[0], invoice };
}

it('a test is sent at once and signed, and stored with the answer', async () => {
  receiver.behave = answers(200, 'Thank you.');
  const { id, secret, at } = await made();
  const delivery = await test(at);
  expect(receiver.received).toHaveLength(1);
  const [received] = receiver.received as [ReceivedMessage];
  expect(delivery).toEqual({
    id: expect.any(String),
    seq: 0,
    eventId: received.headers['webhook-id'],
    type: 'webhook.test',
    at: expect.any(String),
    tookMs: expect.any(Number),
    outcome: 'delivered',
    status: 200,
    error: null,
    answer: 'Thank you.',
    askedBy: 'The administrator',
    payload: received.body,
  });
  expect(verified(secret, received)).toMatchObject({ seq: 0, type: 'webhook.test', data: {} });
  const { payload: _payload, ...row } = delivery;
  expect(await deliveries(at)).toEqual([row]);
  expect(done(await administrator.call('GET', `${at}/deliveries/${delivery.id}`))).toEqual(delivery);
  expect(await lastAudited(id)).toMatchObject({ action: 'webhook.tested', data: { url: receiver.url } });
});

it('a failed test says why, also if the endpoint is off', async () => {
  const { at } = await made();
  receiver.behave = answers(500, 'No.');
  expect(await test(at)).toMatchObject({ outcome: 'failed', status: 500, error: 'status', answer: 'No.' });
  done(await administrator.call('PATCH', at, { on: false }));
  receiver.behave = (_received, response) => response.destroy();
  expect(await test(at)).toMatchObject({ outcome: 'failed', status: null, error: 'broken', answer: null });
  expect(await deliveries(at, '?outcome=failed')).toHaveLength(2);
  expect(await deliveries(at, '?outcome=delivered')).toEqual([]);
});

it('both secrets sign for a day after the change', async () => {
  const { secret: former, at } = await made();
  const { secret } = done(await administrator.call('POST', `${at}/secret`));
  await test(at);
  const [received] = receiver.received as [ReceivedMessage];
  for (const one of [former, secret]) expect(verified(one, received)).toMatchObject({ type: 'webhook.test' });
});

it('after a successful test the failed event is tried at once', async () => {
  const { id, at } = await made();
  await setPosition(id, `tries = 3, failing_since = '2026-11-15', next_try_at = '2036-11-15'`);
  receiver.behave = answers(500);
  await test(at);
  expect((await read(at)).nextTryAt).toBe('2036-11-15T00:00:00.000Z');
  receiver.behave = answers(204);
  await test(at);
  const { nextTryAt, ...rest } = await read(at);
  expect(rest).toMatchObject({ tries: 3, failingSince: '2026-11-15T00:00:00.000Z' });
  expect(Date.parse(nextTryAt)).toBeLessThanOrEqual(nowMs());
});

it('one event is sent again with the same id, and each attempt is listed', async () => {
  const event = await rejected();
  const { id, secret, at } = await made();
  const { delivery, webhook } = done(await resend(at, { seq: event.seq }));
  const [received] = receiver.received as [ReceivedMessage];
  expect(received.headers['webhook-id']).toBe(event.id);
  expect(delivery).toMatchObject({ seq: event.seq, eventId: event.id, outcome: 'delivered', payload: received.body });
  expect(verified(secret, received)).toMatchObject({
    id: event.id,
    seq: event.seq,
    type: 'supplierinvoice.rejected',
    data: { supplierInvoiceId: event.invoice, reason: 'Twice.', by: { name: 'The administrator' } },
  });
  expect(webhook).toMatchObject({ id, position: event.seq });
  expect(await lastAudited(id)).toEqual({ action: 'webhook.resent', data: { url: receiver.url, seq: event.seq } });
  await test(at);
  await resend(at, { seq: event.seq });
  expect(await deliveries(at, `?seq=${event.seq}`)).toHaveLength(2);
  expect(await deliveries(at, '?seq=0')).toHaveLength(1);
  expect(await deliveries(at, '?type=webhook.test')).toHaveLength(1);
  const first = done(await administrator.call('GET', `${at}/deliveries?limit=2`));
  const second = done(await administrator.call('GET', `${at}/deliveries?limit=2&after=${first.next}`));
  expect([...first.rows, ...second.rows].map(({ type }) => type)).toEqual([
    'supplierinvoice.rejected',
    'webhook.test',
    'supplierinvoice.rejected',
  ]);
  expect(second.next).toBeUndefined();
  const csv = await fetch(`${door.url}${api}${at}/deliveries?format=csv&language=sv`, {
    headers: { cookie: administrator.cookie },
  });
  expect((await csv.text()).split('\r\n')[0]).toContain('Resultat');
});

it('a partner receives only its own events, without the operator who decided', async () => {
  const partnerId = (await administrator.call('GET', `/companies/${door.company}/partners`)).body.rows.find(
    ({ name }: { name: string }) => name === 'Scanner',
  ).id;
  const foreign = await rejected(await door.tokenFor({ partner: 'Other' }));
  const own = await rejected();
  const { at } = await made({ partnerId });
  expectProblem(await resend(at, { seq: foreign.seq }), 400, `Event ${foreign.seq} cannot be sent to this endpoint.`);
  // The preceding event is the creation, which partners do not receive.
  expectProblem(await resend(at, { seq: own.seq - 1 }), 400, `Event ${own.seq - 1} cannot be sent to this endpoint.`);
  expect(receiver.received).toEqual([]);
  const { delivery } = done(await resend(at, { seq: own.seq }));
  expect(JSON.parse(delivery.payload).data).toEqual({
    supplierInvoiceId: own.invoice,
    externalReferenceId: expect.any(String),
    supplierNumber: '1',
    reason: 'Twice.',
  });
  expect(receiver.received.map(({ body }) => body)).toEqual([delivery.payload]);
});

it('an event that is no longer stored cannot be sent, and its payload is no longer shown', async () => {
  const { seq } = await rejected();
  const { at } = await made();
  const { delivery } = done(await resend(at, { seq }));
  await door.pool.query('DELETE FROM events WHERE company_id = $1 AND seq <= $2', [door.company, seq]);
  expectProblem(await resend(at, { seq }), 400, `Event ${seq} cannot be sent to this endpoint.`);
  expect(done(await administrator.call('GET', `${at}/deliveries/${delivery.id}`))).toMatchObject({
    seq,
    payload: null,
  });
  expectProblem(await administrator.call('GET', `${at}/deliveries/${seq}`), 404);
});

it('a request to send again names one event or a first number', async () => {
  const { at } = await made();
  expectProblem(await resend(at, {}), 400, 'seq is required');
  expectProblem(await resend(at, { seq: 1, since: 1 }), 400, 'seq is not valid');
  expectProblem(await resend(at, { seq: '1' }), 400, 'seq');
  expectProblem(await resend(at, { until: 1 }), 400, 'until');
});

it('sending all since a number moves the position back, never forward, and takes the lease away', async () => {
  const first = await rejected();
  const last = await rejected();
  const { id, at } = await made();
  await setPosition(id, `tries = 2, failing_since = '2026-11-15', next_try_at = '2036-11-15', lease = endpoint_id`);
  const { webhook, ...rest } = done(await resend(at, { since: first.seq }));
  expect(webhook).toMatchObject({
    position: first.seq - 1,
    tries: 0,
    failingSince: null,
    nextTryAt: null,
    state: 'on',
  });
  expect(rest).toEqual({});
  expect((await door.pool.query('SELECT lease FROM webhook_positions WHERE endpoint_id = $1', [id])).rows).toEqual([
    { lease: null },
  ]);
  const resent = (since: number, changes: object[]) => ({
    action: 'webhook.resent',
    data: { url: receiver.url, since, changes },
  });
  const moved = { field: 'position', from: last.seq, to: first.seq - 1 };
  expect(await lastAudited(id)).toEqual(resent(first.seq, [moved]));
  expect(done(await resend(at, { since: last.seq })).webhook.position).toBe(first.seq - 1);
  expect(await lastAudited(id)).toEqual(resent(last.seq, []));
  expectProblem(await resend(at, { since: last.seq + 2 }), 400, `to ${last.seq} are kept`);
});

it('only the event that holds back the others can be passed over', async () => {
  const before = await rejected();
  const stuck = await rejected();
  const { id, at } = await made({ since: before.seq, types: ['supplierinvoice.rejected'] });
  expectProblem(await skip(at), 409, 'No event delays the others.');
  await setPosition(id, `seq = ${before.seq}, tries = 4, failing_since = '2026-11-15', next_try_at = '2036-11-15'`);
  expect(await read(at)).toMatchObject({
    state: 'failing',
    behind: 1,
    holding: { seq: stuck.seq, type: 'supplierinvoice.rejected' },
  });
  expectProblem(await skip(at, { seq: before.seq }), 409, `Event ${stuck.seq} now delays the others.`);
  expect(done(await skip(at, { seq: stuck.seq }))).toMatchObject({
    state: 'on',
    position: stuck.seq,
    tries: 0,
    failingSince: null,
    nextTryAt: null,
    holding: null,
  });
  expect(await lastAudited(id)).toEqual({
    action: 'webhook.skipped',
    data: { url: receiver.url, seq: stuck.seq, type: 'supplierinvoice.rejected' },
  });
  expectProblem(await skip(at, {}), 409, 'No event delays the others.');
});

it('only a limited number of messages are sent by hand at once; further requests are a 503', async () => {
  const { at } = await made();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  receiver.behave = async (_received, response) => {
    await released;
    response.writeHead(204).end();
  };
  const held = Array.from({ length: 8 }, () => administrator.call('POST', `${at}/test`));
  await expect.poll(() => receiver.received.length).toBe(8);
  expectProblem(await administrator.call('POST', `${at}/test`), 503, 'Too many requests are waiting');
  release();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect((await test(at)).outcome).toBe('delivered');
});

it('a partner tests its own endpoint and sends it its own events again, with no more than their outcome', async () => {
  const call = (method: string, at: string, body?: object) => door.call(method, `/doorway/v1/webhooks${at}`, { body });
  const { id, secret } = done(await call('POST', '', { url: receiver.url }));
  expect(done(await call('POST', `/${id}/test`))).toEqual({
    id: expect.any(String),
    seq: 0,
    eventId: expect.any(String),
    type: 'webhook.test',
    at: expect.any(Number),
    tookMs: expect.any(Number),
    outcome: 'delivered',
    status: 204,
  });
  const [own, foreign] = [await rejected(), await rejected(await door.tokenFor({ partner: 'Foreign' }))];
  const sentAgain = done(await call('POST', `/${id}/resend`, { seq: own.seq }));
  expect(sentAgain).toMatchObject({ seq: own.seq, eventId: own.id, outcome: 'delivered' });
  const { headers, body } = receiver.received.at(-1) as ReceivedMessage;
  expect(verified(secret, { headers, body } as ReceivedMessage)).toMatchObject({ id: own.id, seq: own.seq });
  const refused = await call('POST', `/${id}/resend`, { seq: foreign.seq });
  expect([refused.status, refused.headers.get('doorway-error')]).toEqual([400, 'webhook.event']);
  const { deliveries: attempts } = done(await call('GET', `/${id}/deliveries`));
  expect(attempts[0]).toEqual(sentAgain);
  expect(done(await call('GET', `/${id}/deliveries?limit=1&after=${attempts[0].id}`)).deliveries).toEqual([
    attempts[1],
  ]);
  expect((await deliveries(`${path}/${id}`))[0]).toMatchObject({ askedBy: 'Scanner' });
});
