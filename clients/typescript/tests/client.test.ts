import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openProxy } from './proxy.ts';
import { Doorway } from '../src/client.ts';
import {
  AuthenticationError,
  ConflictError,
  NetworkError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  ValidationError,
} from '../src/errors.ts';
import { listen } from '../src/listen.ts';
import { ReceiptVerificationError } from '../src/receipts.ts';
import type { ResponseAbout, Retry } from '../src/transport.ts';
import { verifyWebhook } from '../src/webhooks.ts';
import { clientOf } from '../../../server/testing/client.ts';
import { openDoor } from '../../../server/testing/door.ts';
import { pdfOf } from '../../../server/testing/files.ts';
import { documentOf } from '../../../server/testing/operations.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import { nowMs } from '../../../server/testing/time.ts';
import { receiverForThisTest } from '../../../server/testing/webhooks.ts';

const door = await openDoor();
const proxy = await openProxy(door.url);
const folder = await mkdtemp(join(tmpdir(), 'doorway-client-'));
await door.addSupplier('1');
await door.addProject({
  number: 'p1',
  name: 'Eken',
  proposalIds: ['P-1'],
  facilities: [{ number: 'f', name: 'House' }],
});
afterAll(async () => {
  await proxy.close();
  await rm(folder, { recursive: true, force: true });
  await door.close();
});

const retries: Retry[] = [];
const settings = { baseUrl: `${proxy.url}/`, firstWaitMs: 1, onRetry: (retry: Retry) => void retries.push(retry) };
const doorway = new Doorway({ ...settings, token: door.token });
beforeEach(() => {
  retries.length = 0;
  proxy.seen.length = 0;
  proxy.mishaps.length = 0;
});
const keys = () => new Set(proxy.seen.map(({ headers }) => headers['idempotency-key']));
const invoice = (externalReferenceId: string, more: object = {}) => ({
  externalReferenceId,
  supplierNumber: '1',
  ...more,
});
const failureOf = (call: Promise<unknown>): Promise<any> =>
  call.then(
    () => expect.unreachable('the call must fail'),
    (error: unknown) => error,
  );

describe('creating', () => {
  it('sends amounts digit for digit, and tells what the service found', async () => {
    const created = await doorway.invoices.create(
      invoice('exact', { totalPrice: '123456789.12345678901', articles: [{ price: 10n, quantity: 1 }] }),
    );
    expect(created).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      message: expect.any(String),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      isReplayed: false,
      findingCodes: expect.arrayContaining(['sum.total']),
    });
    expect(JSON.stringify(await documentOf(door, 'supplier_invoices', created.id))).toContain('123456789.12345678901');
  });

  it('creates once if answers are lost and the service is away, with one key for all attempts', async () => {
    proxy.mishaps.push(
      'lost answer',
      'lost request',
      { status: 503, headers: { 'retry-after': '0' } },
      { status: 502 },
    );
    const created = await doorway.invoices.create(invoice('lost'));
    expect(created.isReplayed).toBe(true);
    expect(proxy.seen.length).toBe(5);
    expect([...keys()]).toEqual([created.idempotencyKey]);
    expect(retries.map(({ error }) => error.constructor)).toEqual([
      NetworkError,
      NetworkError,
      UnavailableError,
      UnavailableError,
    ]);
    const again = await doorway.invoices.create(invoice('lost'), { idempotencyKey: created.idempotencyKey });
    expect(again).toMatchObject({ id: created.id, isReplayed: true });
  });

  it('repeats an attempt that takes too long, and ends when the whole call does', async () => {
    proxy.mishaps.push('no answer');
    const created = await doorway.workOrders.create({ id: 'w-1', proposalId: 'P-1' }, { attemptTimeoutMs: 1_500 });
    expect(created).toMatchObject({ title: 'Eken #1', isReplayed: true });
    proxy.mishaps.push('no answer', 'no answer');
    const failure = await failureOf(doorway.suppliers.create({ number: '2', name: 'Late' }, { timeoutMs: 300 }));
    expect(failure).toBeInstanceOf(TimeoutError);
    expect(failure.message).toContain('POST /supplierinvoices/suppliers was not answered within');
  });

  it('waits as long as Retry-After says, and not beyond the end of the call', async () => {
    proxy.mishaps.push({ status: 429, headers: { 'retry-after': '0' } });
    await doorway.suppliers.create({ number: '3', name: 'Patient' });
    expect(proxy.seen).toHaveLength(2);
    const leaving = new AbortController();
    proxy.mishaps.push({ status: 429, headers: { 'retry-after': '20' } });
    const waiting = failureOf(doorway.suppliers.create({ number: '4', name: 'Waiting' }, { signal: leaving.signal }));
    await expect.poll(() => retries.map(({ waitMs }) => Math.floor(waitMs))).toEqual([0, 20_000]);
    // A call that begins later is answered first.
    await doorway.suppliers.get('3');
    expect(proxy.seen).toHaveLength(4);
    leaving.abort();
    expect(await waiting).toMatchObject({ name: 'AbortError' });
    proxy.mishaps.push({ status: 429, headers: { 'retry-after': '3600' } });
    const failure = await failureOf(doorway.suppliers.create({ number: '4', name: 'Hasty' }));
    expect(failure).toBeInstanceOf(RateLimitError);
    expect(failure.retryAfterMs).toBe(3_600_000);
  });

  it('goes on for minutes with a key, and says how long', async () => {
    proxy.mishaps.push(...Array.from({ length: 8 }, () => ({ status: 503 })));
    await doorway.suppliers.create({ number: '6', name: 'Through an outage' });
    expect(retries).toHaveLength(8);
    const { elapsedMs, remainingMs } = retries[7] as Retry;
    expect(Math.round(elapsedMs + remainingMs)).toBe(300_000);
    proxy.mishaps.push(...Array.from({ length: 6 }, () => ({ status: 503 })));
    expect(await failureOf(doorway.suppliers.get('6'))).toBeInstanceOf(UnavailableError);
    proxy.mishaps.push(...Array.from({ length: 6 }, () => ({ status: 500 })));
    const fault = await failureOf(doorway.suppliers.create({ number: '7', name: 'A fault may last' }));
    expect(fault.status).toBe(500);
  });

  it('gives up after the retries that are allowed, and stops at once when it is aborted', async () => {
    proxy.mishaps.push({ status: 500 }, { status: 500 }, { status: 500 });
    const failure = await failureOf(doorway.suppliers.create({ number: '5', name: 'Twice' }, { maxRetries: 2 }));
    expect([failure.constructor, failure.status, proxy.seen.length]).toEqual([UnavailableError, 500, 3]);
    const controller = new AbortController();
    proxy.mishaps.push({ status: 503, headers: { 'retry-after': '60' } });
    const call = doorway.suppliers.create({ number: '5', name: 'Never' }, { signal: controller.signal });
    await expect.poll(() => retries.length).toBe(3);
    controller.abort();
    expect(await failureOf(call)).toMatchObject({ name: 'AbortError' });
  });
});

describe('an error', () => {
  it.each([
    ['a body that is not valid', ValidationError, 400, 'body.invalid', { supplierNumber: '' }],
    ['a supplier that does not exist', ValidationError, 400, 'supplier.unknown', { supplierNumber: 'none' }],
  ])('of %s is a %o', async (_name, Kind, status, code, more) => {
    const failure = await failureOf(doorway.invoices.create(invoice('refused', more)));
    expect(failure).toBeInstanceOf(Kind);
    expect(failure).toMatchObject({ status, code, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(proxy.seen.length).toBe(1);
  });

  it('of a record that exists has its id, decoded', async () => {
    const { id } = await doorway.invoices.create(invoice('twice'));
    const failure = await failureOf(doorway.invoices.create(invoice('twice', { totalPrice: 1 })));
    expect(failure).toBeInstanceOf(ConflictError);
    expect(failure.existingId).toBe(id);
    await doorway.suppliers.create({ number: 'Å 7', name: 'Åkeri' });
    const taken = await failureOf(doorway.suppliers.create({ number: 'Å 7', name: 'Åkeri' }));
    expect(taken.existingId).toBe('Å 7');
  });

  it('of a token tells a wrong one from one without the scope', async () => {
    const wrong = new Doorway({ ...settings, token: 'dw_wrong' });
    expect(await failureOf(wrong.suppliers.list().toArray())).toBeInstanceOf(AuthenticationError);
    const narrow = new Doorway({ ...settings, token: await door.tokenFor({ scopes: ['suppliers:read'] }) });
    expect(await failureOf(narrow.suppliers.create({ number: '9', name: 'No' }))).toBeInstanceOf(PermissionError);
  });

  it('from something in between, which is no JSON, is one too', async () => {
    proxy.mishaps.push({ status: 418, body: '<html>' });
    const failure = await failureOf(doorway.invoices.create(invoice('teapot')));
    expect([failure.constructor, failure.code, failure.message]).toEqual([
      ValidationError,
      undefined,
      'The service answered with 418.',
    ]);
    const nowhere = new Doorway({ ...settings, baseUrl: 'http://127.0.0.1:1', token: 'dw_', maxRetries: 1 });
    expect(await failureOf(nowhere.suppliers.list().toArray())).toBeInstanceOf(NetworkError);
  });
});

describe('a file', () => {
  const bytes = (seed: number) => Buffer.concat([pdfOf(100_000), Buffer.from(`% ${seed}\n%%EOF\n`)]);
  const path = join(folder, 'faktura "ä".pdf');

  it('is sent from a path, bytes, a Blob, a stream, or a function that opens one', async () => {
    await writeFile(path, bytes(1));
    const { id } = await doorway.invoices.create(invoice('with files'));
    const sources = [
      path,
      new Uint8Array(bytes(2)),
      new Blob([Uint8Array.from(bytes(3))], { type: 'application/pdf' }),
      new Blob([Uint8Array.from(bytes(4))]).stream() as unknown as AsyncIterable<Uint8Array>,
    ];
    const hashes: string[] = [];
    for (const source of sources) hashes.push((await doorway.invoices.attach(id, source)).sha256);
    const hashOf = (seed: number) => createHash('sha256').update(bytes(seed)).digest('hex');
    expect(hashes).toEqual([1, 2, 3, 4].map(hashOf));
    await writeFile(path, bytes(5));
    proxy.mishaps.push('lost answer');
    const again = await doorway.invoices.attach(id, () => createReadStream(path), { fileName: 'again.pdf' });
    expect(again).toMatchObject({ isReplayed: true, sha256: hashOf(5) });
    const { rows } = await door.pool.query(
      'SELECT file_name FROM attachments WHERE supplier_invoice_id = $1 ORDER BY id',
      [id],
    );
    expect(rows.map((row) => row.file_name)).toEqual([
      'faktura "ä".pdf',
      'invoice.pdf',
      'invoice.pdf',
      'invoice.pdf',
      'again.pdf',
    ]);
  });

  it('from a stream is not sent again, because the stream has been read', async () => {
    const { id } = await doorway.invoices.create(invoice('with a stream'));
    proxy.seen.length = 0;
    proxy.mishaps.push('lost answer');
    expect(await failureOf(doorway.invoices.attach(id, createReadStream(path)))).toBeInstanceOf(NetworkError);
    expect(proxy.seen.length).toBe(1);
  });

  it('that cannot be read fails with the reason, and is not tried again', async () => {
    expect(await failureOf(doorway.invoices.attach('1', join(folder, 'none.pdf')))).toMatchObject({ code: 'ENOENT' });
    expect(retries).toEqual([]);
  });
});

it('suppliers are listed one after the other, over several pages', async () => {
  const numbers: string[] = [];
  for await (const { number } of doorway.suppliers.list({ limit: 2 })) numbers.push(number);
  expect(numbers).toEqual([...new Set(numbers)]);
  expect(numbers).toEqual(expect.arrayContaining(['1', '3', 'Å 7']));
  expect(proxy.seen.length).toBeGreaterThan(1);
  expect(await doorway.suppliers.list({ number: '3' }).toArray()).toMatchObject([{ number: '3', name: 'Patient' }]);
});

describe('client credentials', () => {
  it('fetch one token for calls at the same time, and another one when it is refused', async () => {
    const { id: clientId, secret: clientSecret } = await clientOf(door, 'Scanner');
    const own = new Doorway({ ...settings, clientId, clientSecret });
    await Promise.all([1, 2, 3].map(() => own.suppliers.list().toArray()));
    const asked = () => proxy.seen.filter(({ url }) => url === '/oauth/token').length;
    expect(asked()).toBe(1);
    const [, token = ''] = (proxy.seen.at(-1)?.headers.authorization ?? '').split(' ');
    await own.revokeToken(token, { clientId, clientSecret });
    await expect.poll(async () => (await door.call('GET', '/supplierinvoices/suppliers', { token })).status).toBe(401);
    expect((await own.suppliers.list().toArray()).length).toBeGreaterThan(0);
    expect(asked()).toBe(2);
  });

  it('that are wrong fail as such', async () => {
    const own = new Doorway({ ...settings, clientId: 'x', clientSecret: 'y' });
    expect(await failureOf(own.suppliers.list().toArray())).toBeInstanceOf(AuthenticationError);
  });
});

it('a refused body tells its problems by path, once the service has recorded the call', async () => {
  const failure = await failureOf(doorway.invoices.create(invoice('wrong', { orderNumber: 'x'.repeat(300) })));
  expect(await failure.problems()).toEqual([
    { path: 'orderNumber', code: expect.any(String), message: expect.stringContaining('255') },
  ]);
  expect(await doorway.calls.get(failure.traceId)).toMatchObject({ status: 400, code: 'body.invalid' });
  const failed = doorway.calls.list({ status: '400', operation: 'createSupplierInvoice', limit: 1 });
  expect((await failed.toArray()).map(({ traceId }) => traceId)).toContain(failure.traceId);
});

it('a dry run finds what a real call would, and stores nothing', async () => {
  const wrong = invoice('dry', { totalPrice: '100', articles: [{ totalPrice: '1' }] });
  expect((await doorway.invoices.dryRun(wrong)).findings).toContainEqual(
    expect.objectContaining({ code: 'sum.total' }),
  );
  expect(await doorway.suppliers.dryRun({ number: 'dry', name: 'Dry' })).toMatchObject({ findings: [] });
  expect(await doorway.workOrders.dryRun({ id: 'dry', proposalId: 'P-1' })).toMatchObject({ findings: [] });
  const { id } = await doorway.invoices.create(wrong);
  expect(await doorway.invoices.dryRunAttach(id, pdfOf(3_000))).toMatchObject({ message: expect.any(String) });
  expect(await doorway.suppliers.list({ number: 'dry' }).toArray()).toEqual([]);
});

it('an invoice is withdrawn once, also if the answer is lost, and its event arrives with those who follow', async () => {
  const { id } = await doorway.invoices.create(invoice('mistake'));
  const direct = new Doorway({ baseUrl: door.url, token: door.token });
  const controller = new AbortController();
  const ids: unknown[] = [];
  const following = (async () => {
    for await (const { type, data } of direct.events.follow({ signal: controller.signal }))
      if (type === 'supplierinvoice.withdrawn') ids.push(data.supplierInvoiceId);
  })();
  proxy.mishaps.push('lost answer');
  await doorway.invoices.withdraw(id, { reason: 'Scanned twice.' });
  await expect.poll(() => ids).toEqual([id]);
  controller.abort();
  await following;
  expect((await doorway.events.list().toArray()).at(-1)).toMatchObject({ type: 'supplierinvoice.withdrawn' });
});

it('listening prints events from now on, and forwards each as a webhook', async () => {
  const receiver = await receiverForThisTest();
  const direct = new Doorway({ baseUrl: door.url, token: door.token });
  const { id } = await doorway.invoices.create(invoice('before'));
  await doorway.invoices.withdraw(id);
  const stop = new AbortController();
  const [printed, said]: [string[], string[]] = [[], []];
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const listening = listen(direct, {
    secret,
    forwardTo: receiver.url,
    signal: stop.signal,
    print: (line) => void printed.push(line),
    say: (line) => void said.push(line),
  });
  await expect.poll(() => said).toEqual([expect.stringMatching(/^Listening for events after number \d+\./)]);
  const { id: later } = await doorway.invoices.create(invoice('after'));
  await doorway.invoices.withdraw(later, { reason: 'Scanned\ntwice.' });
  await expect.poll(() => said[1]).toMatch(/^ {2}http:\S+ answered 204 in \d+ ms$/);
  stop.abort();
  await listening;
  expect(printed).toEqual([
    expect.stringMatching(/^\d+ {2}\S+Z {2}supplierinvoice\.withdrawn {2}after {2}Scanned twice\.$/),
  ]);
  const [message, ...more] = receiver.received;
  expect(more).toEqual([]);
  const event = verifyWebhook({ headers: message?.headers ?? {}, body: message?.body ?? '' }, { secret });
  expect(event).toMatchObject({ type: 'supplierinvoice.withdrawn', data: { supplierInvoiceId: later } });
});

describe('reading back', () => {
  it('tells what became of an invoice, with amounts as they were sent', async () => {
    const { id } = await doorway.invoices.create(
      invoice('read', { totalPrice: '10.500', articles: [{ price: 10.5 }] }),
    );
    expect(await doorway.invoices.get(id)).toMatchObject({
      id,
      state: 'received',
      createdAt: expect.any(Number),
      invoice: { totalPrice: '10.500', articles: [{ price: '10.5' }] },
    });
    const entries = await doorway.invoices.list({ externalReferenceId: 'read' }).toArray();
    expect(entries.map((entry) => entry.id)).toEqual([id]);
    const order = await doorway.workOrders.create({ id: 'w-read', proposalId: 'P-1' });
    expect(await doorway.workOrders.get(order.id)).toMatchObject({ reference: 'w-read', state: 'open' });
    expect((await doorway.workOrders.list({ id: 'w-read' }).toArray()).length).toBe(1);
    const error = await failureOf(doorway.invoices.get('019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88'));
    expect(error).toBeInstanceOf(NotFoundError);
  });

  it('verifies a receipt of the bytes that were sent, and refuses any other', async () => {
    const { id, sha256 } = await doorway.invoices.create(invoice('received å', { totalPrice: '1.0' }));
    const { receipt } = await doorway.invoices.receipt(id);
    const issuer = door.url;
    const verified = await doorway.verifyReceipt(receipt, { sha256 }, { issuer });
    expect(verified).toMatchObject({ supplierInvoiceId: id, externalReferenceId: 'received å', isSandbox: false });
    const body = '{"externalReferenceId":"received å","supplierNumber":"1","totalPrice":1.0}';
    expect(await doorway.verifyReceipt(receipt, { body }, { issuer })).toEqual(verified);
    const [head = '', payload = '', signature = ''] = receipt.split('.');
    const other = await doorway.invoices.create(invoice('another'));
    const attempts: [string, string, string, RegExp][] = [
      [receipt, other.sha256, issuer, /other bytes/],
      [receipt, sha256, 'https://other.example', /not of https:\/\/other/],
      [`${head}.${payload}.${signature.slice(0, -4)}AAAA`, sha256, issuer, /signature/],
      [`${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`, sha256, issuer, /EdDSA/],
      [
        `${Buffer.from('{"alg":"EdDSA","kid":"x"}').toString('base64url')}.${payload}.${signature}`,
        sha256,
        issuer,
        /keys/,
      ],
      ['receipt', sha256, issuer, /JWS/],
    ];
    for (const [text, hash, from, why] of attempts) {
      const failure = await failureOf(doorway.verifyReceipt(text, { sha256: hash }, { issuer: from }));
      expect(failure).toBeInstanceOf(ReceiptVerificationError);
      expect(failure.message).toMatch(why);
    }
  });

  it('takes an unchanged record from the last answer', async () => {
    await doorway.suppliers.create({ number: 'kept', name: 'Kept' });
    const responses: ResponseAbout[] = [];
    const onRequest = ({ headers }: ResponseAbout | { headers: Record<string, string> }) => {
      headers['x-own'] = 'of a hook';
    };
    const onResponse = (response: ResponseAbout) => void responses.push(response);
    const own = new Doorway({ ...settings, token: door.token, onRequest, onResponse });
    const first = await own.suppliers.get('kept');
    expect(await own.suppliers.get('kept')).toEqual(first);
    await doorway.suppliers.update('kept', { number: 'kept', name: 'Kept', city: 'Uppsala' });
    expect(await own.suppliers.get('kept')).toMatchObject({ city: 'Uppsala' });
    await failureOf(own.suppliers.get('none'));
    const told = responses.map(({ operation, status, error }) => [operation, status, error?.name]);
    const read = 'GET /supplierinvoices/suppliers/{number}';
    expect(told).toEqual([
      [read, 200, undefined],
      [read, 200, undefined],
      [read, 200, undefined],
      [read, 404, 'NotFoundError'],
    ]);
    const sent = proxy.seen.filter(({ headers }) => headers['x-own'] === 'of a hook');
    expect(sent.map(({ headers }) => headers['if-none-match'] !== undefined)).toEqual([false, true, true, false]);
  });

  it('goes on with changes from where a page ended, until it is aborted', async () => {
    const controller = new AbortController();
    const { id } = await doorway.invoices.create(invoice('changing'));
    const states: string[] = [];
    const following = (async () => {
      const filter = { externalReferenceId: 'changing', limit: 1 };
      for await (const entry of doorway.invoices.changes(filter, { signal: controller.signal, intervalMs: 10 }))
        states.push(entry.state);
    })();
    await expect.poll(() => states).toEqual(['received']);
    await doorway.invoices.withdraw(id);
    await expect.poll(() => states).toEqual(['received', 'withdrawn']);
    controller.abort();
    await following;
    expect(states.length).toBe(2);
  });

  it('changes a supplier only if it is as it was read', async () => {
    await doorway.suppliers.create({ number: 'tagged', name: 'Tagged' });
    const { etag: ifMatch, ...fields } = await doorway.suppliers.get('tagged');
    expect(await doorway.suppliers.get('tagged')).toMatchObject({ etag: ifMatch });
    expect(JSON.stringify(await doorway.suppliers.get('tagged'))).toBe(JSON.stringify(fields));
    await doorway.suppliers.patch('tagged', { city: 'Uppsala' }, { ifMatch });
    for (const late of [
      () => doorway.suppliers.patch('tagged', { city: 'Lund' }, { ifMatch }),
      () => doorway.suppliers.update('tagged', { number: 'tagged', name: 'Tagged' }, { ifMatch }),
    ])
      expect(await failureOf(late())).toMatchObject({ status: 412, code: 'supplier.changed' });
    const { etag, city } = await doorway.suppliers.get('tagged');
    expect(city).toBe('Uppsala');
    await doorway.suppliers.update('tagged', { number: 'tagged', name: 'Tagged', city: 'Lund' }, { ifMatch: etag });
  });

  it('reads, updates and reconciles exactly', async () => {
    await doorway.suppliers.create({ number: 'u/1 å', name: 'Update' });
    await doorway.suppliers.update('u/1 å', { number: 'u/1 å', name: 'Update', city: 'Uppsala' });
    expect(await doorway.suppliers.get('u/1 å')).toMatchObject({ city: 'Uppsala' });
    const from = nowMs() - 3_600_000;
    await doorway.invoices.create(invoice('sum', { totalPrice: '90071992547409.930' }));
    const result = await doorway.reconcile({
      from,
      to: nowMs() + 60_000,
      supplierInvoices: [
        { externalReferenceId: 'sum', totalPrice: '90071992547409.94' },
        { externalReferenceId: 'never', totalPrice: 1 },
        { externalReferenceId: 'read', totalPrice: '10.5' },
      ],
    });
    expect(result).toMatchObject({
      matched: 1,
      missing: ['never'],
      differing: [{ externalReferenceId: 'sum', sent: '90071992547409.94', stored: '90071992547409.930' }],
    });
  });
});

it('a question about an invoice is read and answered', async () => {
  const { id } = await doorway.invoices.create(invoice('asked'));
  const operator = await signedIn(door, 'approver');
  const text = 'Which project is this for?';
  await operator.call('POST', `/companies/${door.company}/invoices/${id}/questions`, { text });
  const [question] = (await doorway.invoices.get(id)).questions ?? [];
  expect(question).toMatchObject({ text });
  await doorway.invoices.answer(id, { questionId: question?.id ?? '', text: 'Kvarteret Eken.' });
  expect((await doorway.invoices.get(id)).questions).toMatchObject([{ answer: 'Kvarteret Eken.' }]);
});

it('the client tells whose token it has', async () => {
  expect(await doorway.me()).toMatchObject({ company: { name: door.companyName }, sandbox: false });
});

it('an identifier that would lead to another path is refused before anything is sent', async () => {
  for (const traceId of ['', '.', '..']) expect(await failureOf(doorway.calls.get(traceId))).toBeInstanceOf(TypeError);
  expect(proxy.seen).toEqual([]);
});

it('a base URL that is none is refused', () => {
  expect(() => new Doorway({ baseUrl: 'ftp://x', token: 't' })).toThrow('baseUrl');
});
