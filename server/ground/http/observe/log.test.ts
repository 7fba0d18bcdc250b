import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { openOwnApp, paths, type Answer, type Call } from '../../../testing/door.ts';
import { formOf } from '../../../testing/form.ts';
import { creationNames, creationsOn, postText, type Creation } from '../../../testing/operations.ts';
import { dial, head } from '../../../testing/raw.ts';
import { waitingWith } from '../../../testing/waiting.ts';

const door = await openOwnApp('The log level is a setting of the process.', { env: { LOG_LEVEL: 'trace' } });
const creations = await creationsOn(door);
afterAll(() => door.close());

const traceOf = ({ headers }: Answer) => (headers.get('traceparent') ?? '').split('-')[1];
const lineOf = async (answer: Answer): Promise<Record<string, unknown>> => {
  const lines = () =>
    door.logged
      .map((line) => JSON.parse(line))
      .filter(({ traceId, status }) => traceId === traceOf(answer) && status !== undefined);
  await expect.poll(lines).toHaveLength(1);
  return lines()[0];
};

describe('a request has one line', () => {
  it.each(creationNames)('%s: with partner, operation, status and duration', async (name) => {
    const { path, body } = creations.find((one) => one.name === name) as Creation;
    const accepted = await door.post(path, await body(`log ${name}`));
    const line = await lineOf(accepted);
    expect(line).toMatchObject({
      traceId: traceOf(accepted),
      partner: 'Scanner',
      operation: name,
      status: 200,
      durationMs: expect.any(Number),
    });
    expect(line).not.toHaveProperty('reason');
    const refused = await door.post(path, {});
    expect(await lineOf(refused)).toMatchObject({
      partner: 'Scanner',
      operation: name,
      status: 400,
      reason: refused.body.message,
    });
  });

  it('the list, and a 304', async () => {
    const listed = await door.call('GET', paths.suppliers);
    expect(await lineOf(listed)).toMatchObject({ partner: 'Scanner', operation: 'listSuppliers', status: 200 });
    const same = await door.call('GET', paths.suppliers, {
      headers: { 'if-none-match': listed.headers.get('etag') as string },
    });
    expect(await lineOf(same)).toMatchObject({ operation: 'listSuppliers', status: 304 });
  });

  it.each([
    [
      'without a token',
      'GET',
      paths.suppliers,
      { token: undefined },
      { operation: 'listSuppliers', status: 401, reason: expect.stringContaining('missing') },
    ],
    ['for a path that is none', 'GET', '/nowhere?secret=1', {}, { status: 404 }],
    ['of a wrong method', 'DELETE', paths.attach, {}, { status: 405 }],
    [
      'of a wrong content type',
      'POST',
      paths.attach,
      { raw: 'x', headers: { 'content-type': 'text/plain' } },
      { operation: 'attach', partner: 'Scanner', status: 415 },
    ],
    [
      'of broken JSON',
      'POST',
      paths.invoices,
      { raw: '{', headers: { 'content-type': 'application/json' } },
      { operation: 'createSupplierInvoice', status: 400 },
    ],
  ])('%s', async (_what, method, path, call: Call, line) => {
    const answer = await door.call(method, path, call);
    expect(await lineOf(answer)).toMatchObject({ ...line, durationMs: expect.any(Number) });
  });

  it('of a token that lacks the scope, with the partner’s name', async () => {
    const token = await door.tokenFor({ partner: 'Reader', scopes: ['suppliers:read'] });
    expect(await lineOf(await door.call('POST', paths.suppliers, { token, body: {} }))).toMatchObject({
      partner: 'Reader',
      status: 403,
      reason: expect.stringContaining('suppliers:write'),
    });
  });
});

describe('no line has a token or a bank number', () => {
  const secrets = { bankGiro: '991-2346', postGiro: '12345-5', iban: 'SE4550000000058398257466' };
  const onInvoice = { supplierBankGiro: secrets.bankGiro, supplierPostGiro: secrets.postGiro, iban: secrets.iban };
  const fields = JSON.stringify(onInvoice).slice(1, -1);
  const post = (text: string) => postText(door, paths.invoices, text);

  const calls: [string, () => Promise<Answer>][] = [
    ['an accepted supplier', () => door.post(paths.suppliers, { number: 'secret', name: 'S', ...secrets })],
    [
      'a repeated one',
      () => door.post(paths.suppliers, { number: 'secret', name: 'S', ...secrets, bankGiro: '5050-1055' }),
    ],
    [
      'one with the numbers in wrong types',
      () =>
        door.post(paths.suppliers, {
          number: 'x',
          name: 'S',
          bankGiro: [secrets.bankGiro],
          iban: { [secrets.iban]: 1 },
        }),
    ],
    [
      'an accepted invoice',
      () => door.post(paths.invoices, { externalReferenceId: 'secret', supplierNumber: '1', ...onInvoice }),
    ],
    [
      'one whose supplier does not exist',
      () => door.post(paths.invoices, { externalReferenceId: 'secret 2', supplierNumber: 'nobody', ...onInvoice }),
    ],
    ['broken JSON', () => post(`{${fields},`)],
    ['text that cannot be stored', () => post(`{${fields},"x":"\\u0000"}`)],
    [
      'text that cannot be stored, hidden by a second field of its name',
      () => post(`{"externalReferenceId":"hidden","supplierNumber":"1",${fields},"x":"\\u0000","x":1}`),
    ],
    [
      'a number that cannot be stored, hidden likewise',
      () => post(`{"externalReferenceId":"hidden 2","supplierNumber":"1",${fields},"x":1e999999,"x":1}`),
    ],
    [
      'a zero with a monstrous exponent',
      () => post(`{"externalReferenceId":"zero","supplierNumber":"1",${fields},"x":0e99999999999}`),
    ],
    [
      'nesting hidden likewise',
      () =>
        post(
          `{"externalReferenceId":"deep","supplierNumber":"1",${fields},"x":${'['.repeat(50_000)}${']'.repeat(50_000)},"x":1}`,
        ),
    ],
    [
      'a form',
      () =>
        door.call(
          'POST',
          paths.attach,
          formOf([
            { name: 'iban', content: secrets.iban },
            { name: 'supplierInvoiceId', content: 'x' },
          ]),
        ),
    ],
    [
      'a token in the wrong places',
      () =>
        door.call('GET', `${paths.suppliers}?access_token=${door.token}&number=${door.token}%00`, {
          headers: { cookie: door.token, 'x-api-key': door.token },
        }),
    ],
    ['a token in a path that is none', () => door.call('GET', `/supplierinvoices/${door.token}`)],
    ['a token with a fault', () => door.call('GET', paths.suppliers, { token: `${door.token} x` })],
    [
      'a token as a key and a reference',
      () => door.post(paths.suppliers, { number: '1', name: 'S' }, { 'idempotency-key': `Bearer ${door.token}` }),
    ],
  ];

  it.each(calls)('after %s', async (_what, call) => {
    const begin = door.logged.length;
    await lineOf(await call());
    const lines = door.logged.slice(begin).join('');
    for (const secret of [...Object.values(secrets), door.token, door.token.slice(3, 30)])
      expect(lines).not.toContain(secret);
  });
});

it('a caller that breaks the connection before the answer leaves one line and one observation, of status 499', async () => {
  const holder = await door.pool.connect();
  const [traceId, body] = [randomBytes(16).toString('hex'), JSON.stringify({ number: 'left', name: 'Left' })];
  const lines = () => door.logged.map((line) => JSON.parse(line)).filter((line) => line.traceId === traceId);
  const many = async (sql: string) => (await door.pool.query(sql)).rowCount;
  try {
    // The creation waits for the company's counters.
    await holder.query('BEGIN');
    await holder.query('SELECT FROM company_counters WHERE company_id = $1 FOR UPDATE', [door.company]);
    const socket = dial(door.url);
    socket.write(
      head('POST', paths.suppliers, {
        authorization: `Bearer ${door.token}`,
        'content-type': 'application/json',
        'content-length': body.length,
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      }) + body,
    );
    await expect.poll(() => waitingWith(door.pool, 'company_counters')).toHaveLength(1);
    expect(lines()).toEqual([]);
    // Not only its own side: a client that ends that one still gets its answer.
    socket.resetAndDestroy();
    await expect.poll(lines).toMatchObject([
      {
        operation: 'createSupplier',
        partner: 'Scanner',
        status: 499,
        durationMs: expect.any(Number),
        reason: expect.stringContaining('hung up'),
      },
    ]);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  // The request still completes, and is not logged again.
  await expect
    .poll(() => many(`SELECT FROM suppliers WHERE company_id = '${door.company}' AND number = 'left'`))
    .toBe(1);
  await lineOf(await door.post(paths.suppliers, { number: 'after', name: 'After' }));
  expect(lines()).toHaveLength(1);
  expect(await (await fetch(`${door.url}/metrics`)).text()).toContain(
    'doorway_request_duration_seconds_count{operation="createSupplier",status="499"} 1',
  );
});

it('a partner that leaves in the middle of a body is not taken for a lost database', async () => {
  const [begin, traceId] = [door.logged.length, randomBytes(16).toString('hex')];
  const socket = dial(door.url);
  const taken = once(socket, 'data');
  const headers = {
    authorization: `Bearer ${door.token}`,
    'content-type': 'application/json',
    'content-length': 1_000,
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
  };
  socket.write(head('POST', paths.invoices, { ...headers, expect: '100-continue' }));
  expect(String(await taken)).toContain('100 Continue');
  socket.write('{"externalReferenceId":');
  socket.destroy();
  const lines = () => door.logged.slice(begin).map((line) => JSON.parse(line));
  const told = () => lines().filter((line) => line.traceId === traceId && line.status !== undefined);
  await expect.poll(told).toMatchObject([{ operation: 'createSupplierInvoice', partner: 'Scanner' }]);
  // The answer may have been written before the system noticed the disconnect.
  expect([400, 499]).toContain(told()[0].status);
  // Any further log line would come before that of the next request.
  await lineOf(await door.call('GET', paths.suppliers));
  expect(
    lines().filter(({ level, msg }) => ['warn', 'error', 40, 50].includes(level) || /database/.test(msg ?? '')),
  ).toEqual([]);
});
