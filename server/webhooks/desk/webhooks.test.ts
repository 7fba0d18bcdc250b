import { afterAll, beforeEach, expect, it } from 'vitest';
import { partnerEventTypes } from '../../../common/events.ts';
import { openSecret } from '../secrets.ts';
import { readEndpoint } from '../store.ts';
import { openDoor, paths, send, type Answer } from '../../testing/door.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { fromNow, nowMs } from '../../testing/time.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const viewer = await signedIn(door, 'viewer');
const path = `/companies/${door.company}/webhooks`;
const partnerId = (await administrator.call('GET', `/companies/${door.company}/partners`)).body.rows[0].id;
for (const number of ['1', '2', '3']) await door.addSupplier(number);
afterAll(() => door.close());
beforeEach(async () => {
  await door.pool.query('DELETE FROM webhook_endpoints WHERE company_id = $1', [door.company]);
  await door.pool.query('DELETE FROM webhook_positions WHERE company_id = $1', [door.company]);
});

// An address that needs no name server. Nothing is sent to it.
const url = 'https://8.8.8.8/hook';
const make = (form: object = {}, who = administrator) => who.call('POST', path, { url, ...form });
const made = async (form: object = {}): Promise<{ id: string; secret: string }> => done(await make(form));
const done = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const read = async (id: string, who = administrator) => done(await who.call('GET', `${path}/${id}`));
const change = (id: string, patch: object, who = administrator) => who.call('PATCH', `${path}/${id}`, patch);
const audited = async (id: string) =>
  (
    await door.pool.query('SELECT action, data, operator_id FROM audit_log WHERE subject_id = $1 ORDER BY seq', [id])
  ).rows.map(({ action, data, operator_id }) => {
    expect(operator_id).toBe(administrator.id);
    return [action, data];
  });
const newest = async () =>
  Number(
    (await door.pool.query('SELECT event_seq FROM company_counters WHERE company_id = $1', [door.company])).rows[0]
      .event_seq,
  );
const setPosition = (id: string, fields: string) =>
  door.pool.query(`UPDATE webhook_positions SET ${fields} WHERE endpoint_id = $1`, [id]);

it('an endpoint begins with the next event, and its secret is shown once', async () => {
  const types = ['supplierinvoice.approved', 'supplier.created'];
  const { id, secret } = await made({ types });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const row = await read(id);
  expect(row).toEqual({
    id,
    url,
    types,
    partnerId: null,
    partner: null,
    createdAt: expect.any(String),
    formerSecretUntil: null,
    state: 'on',
    switchedOffAt: null,
    switchedOffFor: null,
    failingSince: null,
    tries: 0,
    nextTryAt: null,
    deliveredAt: null,
    position: await newest(),
    behind: 0,
    behindAtLeast: false,
    holding: null,
  });
  const list = await administrator.call('GET', path);
  expect(list.body.rows).toEqual([row]);
  const csv = await fetch(`${door.url}${api}${path}?format=csv`, { headers: { cookie: administrator.cookie } });
  expect(await csv.text()).toContain(url);
  expect(await audited(id)).toEqual([['webhook.created', { url, types }]]);
  const everything = JSON.stringify([list.body, await audited(id), door.logged]);
  expect(everything).not.toContain(secret.slice(6, 20));
});

it('operators who are not administrators see only whose an endpoint is, and its state', async () => {
  const { id } = await made({ partnerId });
  await setPosition(id, `tries = 2, failing_since = '2026-11-15T08:00:00Z'`);
  const off = await made();
  await door.pool.query(
    `UPDATE webhook_endpoints SET switched_off_at = '2026-11-16T08:00:00Z', switched_off_for = 'gone'
     WHERE company_id = $1 AND id = $2`,
    [door.company, off.id],
  );
  await setPosition(off.id, 'tries = 0');
  const failing = {
    id,
    partnerId,
    partner: 'Scanner',
    state: 'failing',
    switchedOffAt: null,
    switchedOffFor: null,
    failingSince: '2026-11-15T08:00:00.000Z',
  };
  const gone = {
    ...failing,
    id: off.id,
    partnerId: null,
    partner: null,
    state: 'off',
    switchedOffAt: '2026-11-16T08:00:00.000Z',
    switchedOffFor: 'gone',
    failingSince: null,
  };
  const delivery = '019a7c3f-2222-7d52-8a90-3e6c1f2b4d77';
  for (const who of [viewer, await signedIn(door, 'approver')]) {
    expect(await read(id, who)).toEqual(failing);
    expect((await who.call('GET', path)).body.rows).toEqual([failing, gone]);
    for (const query of ['?format=csv', '?format=csv&language=sv']) {
      const csv = await fetch(`${door.url}${api}${path}${query}`, { headers: { cookie: who.cookie } });
      const text = await csv.text();
      expect(text).toContain(id);
      expect(text).not.toContain('8.8.8.8');
    }
    for (const at of ['/deliveries', '/deliveries?format=csv', `/deliveries/${delivery}`])
      expect((await who.call('GET', `${path}/${id}${at}`)).status).toBe(403);
    const overview = await who.call('GET', `/companies/${door.company}/overview`);
    expect(overview.body.endpointsOff).toEqual([{ id: off.id, partner: null, at: gone.switchedOffAt, why: 'gone' }]);
  }
  const { endpointsOff } = done(await administrator.call('GET', `/companies/${door.company}/overview`));
  expect(endpointsOff).toMatchObject([{ id: off.id, url }]);
});

it('later events of its types wait for the endpoint', async () => {
  const { id } = await made({ types: ['supplier.created'] });
  const all = await made();
  await door.addSupplier('4');
  await door.post(paths.invoices, { externalReferenceId: 'waits', supplierNumber: '1' });
  expect(await read(id)).toMatchObject({ behind: 1, behindAtLeast: false });
  expect(await read(all.id)).toMatchObject({ behind: 2, behindAtLeast: false });
  await setPosition(all.id, 'seq = seq - 10001');
  expect(await read(all.id)).toMatchObject({ behindAtLeast: true });
});

it('with since, an endpoint begins at that number, if it is stored', async () => {
  const last = await newest();
  expect(await read((await made({ since: 1 })).id)).toMatchObject({ position: 0, behind: last });
  expect(await read((await made({ since: last + 1 })).id)).toMatchObject({ position: last, behind: 0 });
  expectProblem(await make({ since: last + 2 }), 400, `The events from 1 to ${last} are kept. Choose a number`);
  expectProblem(await make({ since: 0 }), 400, 'since');
  await door.pool.query('DELETE FROM events WHERE company_id = $1 AND seq = 1', [door.company]);
  expectProblem(await make({ since: 1 }), 400, `The events from 2 to ${last} are kept.`);
  expect((await make({ since: 2 })).status).toBe(200);
});

it.each([
  ['http://8.8.8.8/hook', 'url must begin with https://'],
  ['ftp://8.8.8.8/hook', 'url must begin with https://'],
  ['no address', 'url must be an address such as https://'],
  ['', 'url'],
  ['https://someone:secret@8.8.8.8/hook', 'url must not contain a user name'],
  ['https://8.8.8.8/hook#part', 'url must not contain #'],
  ['https://8.8.8.8:22/hook', 'url must have another port'],
  ['https://8.8.8.8:6697/hook', 'url must have another port'],
  ['https://127.0.0.1/hook', 'url leads to a private address'],
  ['https://0x7f.1/hook', 'url leads to a private address'],
  ['https://[::1]/hook', 'url leads to a private address'],
  ['https://[::ffff:10.0.0.1]/hook', 'url leads to a private address'],
  ['https://169.254.169.254/latest/meta-data', 'url leads to a private address'],
  ['https://192.168.1.7/hook', 'url leads to a private address'],
  [`https://8.8.8.8/${'x'.repeat(2_000)}`, 'url'],
])('the address %s is refused, when an endpoint is made and when it is changed', async (address, why) => {
  const { id } = await made();
  expectProblem(await make({ url: address }), 400, why);
  expectProblem(await change(id, { url: address }), 400, why);
  expect(await read(id)).toMatchObject({ url });
  expect(await audited(id)).toHaveLength(1);
});

it('an address in an odd notation is stored in its normal form', async () => {
  expect(await read((await made({ url: ' https://0x08.0x080808/hook ' })).id)).toMatchObject({ url });
});

it('an unknown type, a repeated type and an unknown field are refused', async () => {
  expectProblem(await make({ types: ['supplierinvoice.eaten'] }), 400, 'types[0]');
  expectProblem(await make({ types: ['supplier.created', 'supplier.created'] }), 400, 'types');
  expectProblem(await make({ types: 'supplier.created' }), 400, 'types must be an array');
  expectProblem(await make({ secret: 'whsec_mine' }), 400, 'secret');
  expectProblem(await make({ partnerId: administrator.id }), 400, 'This company has no partner with this partnerId');
});

it('a partner’s endpoint receives only types for partners', async () => {
  const { id } = await made({ partnerId });
  expect(await read(id)).toMatchObject({ partnerId, partner: 'Scanner', types: partnerEventTypes });
  const refusal = 'types[1] is an event type that partners do not get';
  expectProblem(await make({ partnerId, types: ['workorder.done', 'supplierinvoice.noted'] }), 400, refusal);
  expectProblem(await change(id, { types: ['workorder.done', 'supplierinvoice.noted'] }), 400, refusal);
  expectProblem(await change(id, { partnerId: null }), 400, 'partnerId cannot be changed');
  expect(done(await change(id, { types: ['workorder.done'] }))).toMatchObject({ types: ['workorder.done'] });
  expect(await audited(id)).toEqual([
    ['webhook.created', { url, types: partnerEventTypes, partner: 'Scanner' }],
    ['webhook.updated', { url, changes: [{ field: 'types', from: partnerEventTypes, to: ['workorder.done'] }] }],
  ]);
  await made();
  for (const partner of ['Scanner', partnerId])
    expect((await viewer.call('GET', `${path}?partner=${partner}`)).body.rows.map((row: any) => row.id)).toEqual([id]);
});

it('only events about its own partner’s records wait for a partner’s endpoint', async () => {
  const { id } = await made({ partnerId, types: ['supplierinvoice.rejected'] });
  const token = await door.tokenFor({ partner: 'Other' });
  const approver = await signedIn(door, 'approver');
  for (const [reference, by] of [
    ['own', door.token],
    ['foreign', token],
  ] as const) {
    const body = { externalReferenceId: reference, supplierNumber: '1' };
    const invoice = (await door.call('POST', paths.invoices, { token: by, body })).body.id;
    const reject = `/companies/${door.company}/invoices/${invoice}/reject`;
    expect((await approver.call('POST', reject, { reason: 'Twice.' })).status).toBe(200);
  }
  expect(await read(id)).toMatchObject({ behind: 1 });
});

it('a company has at most twenty endpoints', async () => {
  for (let nth = 0; nth < 19; nth++) await made();
  const answers = await Promise.all([make(), make(), make()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expectProblem(
    answers.find(({ status }) => status === 409) as Answer,
    409,
    'The company already has 20 endpoints, which is the limit. Delete one first.',
  );
});

it('an endpoint is switched off and on, moved, and given other types; a change of nothing is not audited', async () => {
  const { id } = await made({ types: ['supplier.created'] });
  expect(done(await change(id, { on: false }))).toMatchObject({
    state: 'off',
    switchedOffAt: expect.any(String),
    switchedOffFor: 'operator',
  });
  expect(done(await change(id, { on: false, url, types: ['supplier.created'] }))).toMatchObject({ state: 'off' });
  expect(done(await change(id, { on: true }))).toMatchObject({
    state: 'on',
    switchedOffAt: null,
    switchedOffFor: null,
  });
  const moved = 'https://1.1.1.1/hook';
  expect(done(await change(id, { url: moved, types: [] }))).toMatchObject({ url: moved, types: [] });
  expect(await audited(id)).toEqual([
    ['webhook.created', { url, types: ['supplier.created'] }],
    ['webhook.switchedoff', { url, changes: [{ field: 'on', from: true, to: false }] }],
    ['webhook.switchedon', { url, changes: [{ field: 'on', from: false, to: true }] }],
    [
      'webhook.updated',
      {
        url,
        changes: [
          { field: 'url', from: url, to: moved },
          { field: 'types', from: ['supplier.created'], to: [] },
        ],
      },
    ],
  ]);
});

it.each([
  ['switched on again', { on: true }],
  ['given another address', { url: 'https://1.1.1.1/other' }],
])('an endpoint that failed and is %s begins anew at once', async (_how, patch) => {
  const { id } = await made({ since: 2 });
  await setPosition(id, `tries = 9, failing_since = '2026-11-01', next_try_at = '2036-11-15'`);
  await door.pool.query(
    `UPDATE webhook_endpoints SET switched_off_at = '2026-11-04', switched_off_for = 'failing' WHERE id = $1`,
    [id],
  );
  expect(await read(id)).toMatchObject({ state: 'off', switchedOffFor: 'failing', tries: 9 });
  expect(done(await change(id, patch))).toMatchObject({
    state: 'on' in patch ? 'on' : 'off',
    tries: 0,
    failingSince: null,
    nextTryAt: null,
    position: 1,
  });
});

it('a new secret is shown once, and the former one also signs for a day', async () => {
  const { id, secret: former } = await made();
  const { secret } = done(await administrator.call('POST', `${path}/${id}/secret`));
  expect(secret).not.toBe(former);
  const secretsIn = async (hours: number) =>
    (await readEndpoint(door.pool, door.company, id, fromNow(hours * 3_600_000)))?.secrets.map((stored) =>
      openSecret(door.sealingKeys, { companyId: door.company, id }, stored),
    );
  expect(await secretsIn(0)).toEqual([secret, former]);
  expect(await secretsIn(23.9)).toEqual([secret, former]);
  expect(await secretsIn(24.1)).toEqual([secret]);
  const until = Date.parse((await read(id)).formerSecretUntil);
  expect(until - nowMs()).toBeGreaterThan(23 * 3_600_000);
  const { secret: third } = done(await administrator.call('POST', `${path}/${id}/secret`));
  expect(await secretsIn(0)).toEqual([third, secret]);
  expect(await audited(id)).toEqual([
    ['webhook.created', { url, types: [] }],
    ['webhook.secretchanged', { url }],
    ['webhook.secretchanged', { url }],
  ]);
});

it('a deleted endpoint is gone, and cannot be deleted again', async () => {
  const { id } = await made({ partnerId, types: ['workorder.done'] });
  expect((await administrator.call('DELETE', `${path}/${id}`)).status).toBe(204);
  expectProblem(await administrator.call('DELETE', `${path}/${id}`), 404);
  expectProblem(await administrator.call('GET', `${path}/${id}`), 404);
  expectProblem(await change(id, { on: false }), 404);
  expectProblem(await administrator.call('POST', `${path}/${id}/secret`), 404);
  expect((await door.pool.query('SELECT FROM webhook_positions WHERE company_id = $1', [door.company])).rowCount).toBe(
    0,
  );
  const data = { url, types: ['workorder.done'], partner: 'Scanner' };
  expect(await audited(id)).toEqual([
    ['webhook.created', data],
    ['webhook.deleted', data],
  ]);
});

it('only an administrator with a session creates and changes endpoints', async () => {
  const { id } = await made();
  const approver = await signedIn(door, 'approver');
  for (const who of [viewer, approver]) {
    expectProblem(await make({}, who), 403);
    expectProblem(await change(id, { on: false }, who), 403);
    expectProblem(await who.call('DELETE', `${path}/${id}`), 403);
    for (const what of ['secret', 'test']) expectProblem(await who.call('POST', `${path}/${id}/${what}`), 403);
    expectProblem(await who.call('POST', `${path}/${id}/resend`, { since: 2 }), 403);
    expectProblem(await who.call('POST', `${path}/${id}/skip`, {}), 403);
  }
  const { token } = done(await administrator.call('POST', '/tokens', { name: 'Script' }));
  const withToken = (method: string, to: string, body?: object) => send(door.url, method, api + to, { token, body });
  expect((await withToken('GET', path)).status).toBe(200);
  expectProblem(await withToken('POST', path, { url }), 403, 'An operator token cannot be used for this.');
  expectProblem(await withToken('PATCH', `${path}/${id}`, { url }), 403, 'An operator token cannot be used for this.');
  expectProblem(await withToken('POST', `${path}/${id}/secret`), 403, 'An operator token cannot be used for this.');
});

it('companies have separate endpoints', async () => {
  const { id } = await made();
  const { id: other } = await door.addCompany('Other');
  expect((await administrator.call('GET', `/companies/${other}/webhooks`)).body.rows).toEqual([]);
  for (const [method, what] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['GET', '/deliveries'],
  ] as const)
    expectProblem(await administrator.call(method, `/companies/${other}/webhooks/${id}${what}`), 404);
  expectProblem(await make({}, await signedIn(door, 'viewer', other)), 404);
});

it('the overview shows endpoints that the service switched off', async () => {
  const told = async () => done(await administrator.call('GET', `/companies/${door.company}/overview`)).endpointsOff;
  const [own, gone, failing] = [await made(), await made({ partnerId }), await made()];
  done(await change(own.id, { on: false }));
  expect(await told()).toEqual([]);
  for (const [{ id }, why, at] of [
    [gone, 'gone', '2026-11-14'],
    [failing, 'failing', '2026-11-15'],
  ] as const)
    await door.pool.query('UPDATE webhook_endpoints SET switched_off_at = $2, switched_off_for = $3 WHERE id = $1', [
      id,
      `${at}T08:00:00Z`,
      why,
    ]);
  expect(await told()).toEqual([
    { id: failing.id, url, partner: null, at: '2026-11-15T08:00:00.000Z', why: 'failing' },
    { id: gone.id, url, partner: 'Scanner', at: '2026-11-14T08:00:00.000Z', why: 'gone' },
  ]);
  done(await change(failing.id, { on: true }));
  expect(await told()).toHaveLength(1);
});
