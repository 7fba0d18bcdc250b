import { afterAll, expect, it } from 'vitest';
import { rehearsals } from './rehearse.ts';
import { openDoor, paths } from '../../testing/door.ts';
import { creationsOn } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';
import { sandboxOf } from '../../testing/sandbox.ts';
import { samples } from '../../testing/files.ts';
import { stopClock } from '../../testing/time.ts';

const door = await openDoor();
afterAll(() => door.close());
const creations = await creationsOn(door);
const { token, id: company } = await sandboxOf(door);

const post = (path: string, body: unknown, headers: Record<string, string> = {}, as = token) =>
  door.call('POST', path, { token: as, body, headers });
const invoice = (externalReferenceId: string, more: object = {}) => ({
  externalReferenceId,
  supplierNumber: '1',
  ...more,
});
const rehearse = (kind: string) => ({ 'doorway-rehearse': kind });
const checklist = async () =>
  (await door.call('GET', '/doorway/v1/sandbox/checklist', { token })).body as {
    items: { code: string; title: string; done: boolean; at: number | null; traceId: string | null }[];
    message: string;
  };
const doneItems = async () => (await checklist()).items.filter(({ done }) => done).map(({ code }) => code);
const countIn = async (table: string) =>
  (await door.pool.query(`SELECT FROM ${table} WHERE company_id = $1`, [company])).rowCount;

it.each(creations.map((creation) => [creation.name, creation] as const))(
  '%s with a live token refuses the header and creates nothing',
  async (_name, { path, table, body }) => {
    const count = async () => (await door.pool.query(`SELECT FROM ${table}`)).rowCount;
    const sent = await body('rehearsed live');
    const before = await count();
    for (const kind of [...rehearsals, 'x', '']) {
      const answer = await post(path, sent, rehearse(kind), door.token);
      expectProblem(answer, 400, 'this access token is live');
      expect(answer.headers.get('doorway-error')).toBe('rehearsal.live');
    }
    expect(await count()).toBe(before);
  },
);

it('an unknown value is a 400 that names the known ones', async () => {
  const answer = await post(paths.invoices, invoice('unknown value'), rehearse('unavailible'));
  expectProblem(answer, 400, 'takes one of unavailable, rate-limited, lost-answer, error, slow.');
  expect(await countIn('supplier_invoices')).toBe(0);
});

it.each([
  ['unavailable', 503, 'unavailable.waited'],
  ['rate-limited', 429, 'ratelimit.waited'],
] as const)('%s is a %i with Retry-After, and only a retry that waits for it counts', async (kind, status, item) => {
  const advance = stopClock();
  const sent = invoice(kind);
  const refused = await post(paths.invoices, sent, rehearse(kind));
  expectProblem(refused, status, 'Wait 2 s');
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await countIn('supplier_invoices')).toBe(0);
  await post(paths.suppliers, {});
  expect((await post(paths.invoices, { ...sent, supplierNumber: 'none' })).status).toBe(400);
  expect((await post(paths.invoices, { ...sent, supplierNumber: 'none' }, rehearse(kind))).status).toBe(status);
  // Too early, although clocks of two processes may differ by 100 ms.
  advance(1_899);
  await post(paths.invoices, { ...sent, supplierNumber: 'none' });
  expect(await doneItems()).not.toContain(item);
  await post(paths.invoices, sent, rehearse(kind));
  advance(2_000);
  const { headers } = await post(paths.invoices, { ...sent, supplierNumber: ' 1 ' }, { 'idempotency-key': kind });
  expect(await doneItems(), 'another request').not.toContain(item);
  expect((await post(paths.invoices, sent)).status).toBe(409);
  expect(headers.get('doorway-error')).toBeNull();
  expect(await doneItems()).toContain(item);
  await door.pool.query('DELETE FROM supplier_invoices WHERE company_id = $1', [company]);
});

it('error is a 500, stores nothing and is logged as no bug', async () => {
  const answer = await post(paths.invoices, invoice('error'), rehearse('error'));
  expectProblem(answer, 500, 'This 500 was rehearsed');
  expect(await countIn('supplier_invoices')).toBe(0);
  expect(door.logged.some((line) => line.includes('"level":"error"'))).toBe(false);
  const measured = await (await fetch(`${door.url}/metrics`)).text();
  expect(measured).toContain('operation="rehearsal",status="500"');
  expect(measured).not.toContain('operation="createSupplierInvoice",status="500"');
});

it('lost-answer stores and closes the connection; sending it again counts', async () => {
  const sent = invoice('lost');
  await expect(post(paths.invoices, sent, rehearse('lost-answer'))).rejects.toThrow();
  expect(await countIn('supplier_invoices')).toBe(1);
  expect(await doneItems()).not.toContain('answer.repeated');
  const again = await post(paths.invoices, sent);
  expectProblem(again, 409, 'nothing differs');
  const { items } = await checklist();
  const item = items.find(({ code }) => code === 'answer.repeated');
  expect(item).toMatchObject({ done: true, at: expect.any(Number), traceId: again.body.traceId });
});

it('damaged-file refuses a file as if it had been cut off on its way', async () => {
  const { body } = await post(paths.invoices, invoice('damaged'));
  const file = { supplierInvoiceId: body.id, fileName: 'a.pdf', content: samples.pdf.toString('base64') };
  const answer = await post(paths.attach, file, rehearse('damaged-file'));
  expectProblem(answer, 400, 'the file is not a PDF: it has no %%EOF at its end, so it was cut off.');
  expect(await countIn('attachments')).toBe(0);
  expect((await post(paths.attach, file)).status).toBe(200);
});

it('lost-answer tells of a mistake as always', async () => {
  expectProblem(await post(paths.invoices, {}, rehearse('lost-answer')), 400, 'externalReferenceId is required');
});

it('the sandbox’s operations refuse a live token', async () => {
  for (const [method, path] of [
    ['POST', 'decisions'],
    ['GET', 'checklist'],
    ['POST', 'reset'],
  ] as const) {
    const body = path === 'decisions' ? { supplierInvoiceId: 'x', decision: 'approve' } : undefined;
    const answer = await door.call(method, `/doorway/v1/sandbox/${path}`, { ...(body && { body }) });
    expectProblem(answer, 403, 'for sandboxes');
    expect(answer.headers.get('doorway-error')).toBe('sandbox.only');
  }
});

it('decisions play the operator through the real states', async () => {
  const decide = (supplierInvoiceId: string, decision: string, reason?: string) =>
    post('/doorway/v1/sandbox/decisions', { supplierInvoiceId, decision, ...(reason && { reason }) });
  const { body } = await post(paths.invoices, invoice('decided'));
  const steps: [decision: string, reason: string | undefined, status: number][] = [
    ['hold', undefined, 200],
    ['hold', undefined, 409],
    ['approve', undefined, 409],
    ['release', undefined, 400],
    ['release', 'Confirmed.', 200],
    ['ask', undefined, 400],
    ['ask', 'Which order is it?', 200],
    ['reject', 'Not ours.', 200],
    ['ask', 'And now?', 409],
    ['reopen', undefined, 400],
    ['reopen', 'It is ours.', 200],
    ['reopen', 'Again.', 409],
    ['approve', undefined, 200],
    ['book', undefined, 200],
    ['reject', 'Too late.', 409],
    ['burn', undefined, 400],
  ];
  for (const [decision, reason, status] of steps) {
    const answer = await decide(body.id, decision, reason);
    expect([decision, answer.status], answer.body.message).toEqual([decision, status]);
  }
  const { rows } = await door.pool.query(
    'SELECT type, data -> $3 ->> $4 AS by FROM events WHERE company_id = $1 AND subject_id = $2 ORDER BY seq',
    [company, body.id, 'by', 'name'],
  );
  expect(rows.map(({ type, by }) => [type.replace('supplierinvoice.', ''), by])).toEqual([
    ['created', null],
    ['held', 'Sandbox'],
    ['released', 'Sandbox'],
    ['questioned', 'Sandbox'],
    ['rejected', 'Sandbox'],
    ['reopened', 'Sandbox'],
    ['approved', 'Sandbox'],
    ['booked', 'Sandbox'],
  ]);
  expect((await door.call('GET', `${paths.invoices}/${body.id}`, { token })).body.questions).toMatchObject([
    { text: 'Which order is it?' },
  ]);
  const real = (await door.post(paths.invoices, invoice('real'))).body.id;
  expectProblem(await decide(real, 'approve'), 400, 'There is no supplier invoice');
});

it('a decision plays work orders too, and a wrong one names the right ones', async () => {
  const decide = (body: object) => post('/doorway/v1/sandbox/decisions', body);
  const { id: workOrderId } = (await post(paths.workOrders, { id: 'played', proposalId: 'P-1' })).body;
  for (const [decision, reason, status] of [
    ['cancel', undefined, 400],
    ['done', undefined, 200],
    ['done', undefined, 409],
    ['reopen', 'Not dry yet.', 200],
    ['cancel', 'Sold.', 200],
  ] as const)
    expect([decision, (await decide({ workOrderId, decision, reason })).status]).toEqual([decision, status]);
  const { body } = await door.call('GET', `${paths.workOrders}/${workOrderId}`, { token });
  expect(body.state).toBe('cancelled');

  expectProblem(
    await decide({ workOrderId, decision: 'approve' }),
    400,
    'decision must be one of done, cancel, reopen.',
  );
  expectProblem(
    await decide({ workOrderId, supplierInvoiceId: workOrderId, decision: 'done' }),
    400,
    'approve, reject',
  );
  expectProblem(await decide({ decision: 'cancel', reason: 'x' }), 400, 'workOrderId is required.');
  expectProblem(
    await decide({ decision: 'burn' }),
    400,
    'decision must be one of approve, reject, hold, release, book',
  );
  expectProblem(await decide({ workOrderId: 'x', decision: 'done' }), 400, 'There is no work order');
});

it('a decision plays what becomes of a proposed change of a supplier', async () => {
  const decide = (decision: string, reason?: string) =>
    post('/doorway/v1/sandbox/decisions', { supplierNumber: '1', decision, reason });
  const propose = (bankGiro: string) =>
    door.call('PUT', `${paths.suppliers}/1`, { token, body: { number: '1', name: 'Supplier 1', bankGiro } });
  expectProblem(await decide('confirm'), 409);
  await propose('991-2346');
  expectProblem(await decide('decline'), 400, 'reason is required');
  expect((await decide('decline', 'Not on the letter.')).status).toBe(200);
  await propose('991-2346');
  expect((await decide('confirm')).status).toBe(200);
  const { body } = await door.call('GET', `${paths.suppliers}/1`, { token });
  expect(body.bankGiro).toBe('991-2346');
  const types = (await door.call('GET', '/doorway/v1/events', { token })).body.events.map((one: any) => one.type);
  expect(types).toEqual(expect.arrayContaining(['supplier.proposal.declined', 'supplier.proposal.confirmed']));
});

it('reading events one after the other does for a webhook', async () => {
  const events = async (after?: number) =>
    (await door.call('GET', `/doorway/v1/events${after === undefined ? '' : `?after=${after}`}`, { token })).body;
  await post(paths.invoices, invoice('polled'));
  const { next } = await events();
  await events(next + 1_000);
  expectProblem(await door.call('GET', '/doorway/v1/events?after=x', { token }), 400, 'after');
  expect(await doneItems()).not.toContain('webhook.answered');
  await events(next);
  expect(await doneItems()).toContain('webhook.answered');
});

it('the checklist shows records, keys, unknown fields and sums, and begins anew after a reset', async () => {
  const { body } = await post(paths.invoices, invoice('with a file'), { 'idempotency-key': 'one' });
  const file = { supplierInvoiceId: body.id, fileName: 'a.pdf', content: samples.pdf.toString('base64') };
  await post(paths.attach, file);
  expect(await doneItems()).toEqual(
    expect.arrayContaining(['invoice.first', 'file.attached', 'key.used', 'fields.known', 'sums.right']),
  );
  await post(paths.invoices, invoice('unknown field', { articles: [{ prize: 1 }] }));
  expect(await doneItems()).not.toContain('fields.known');
  await post(paths.invoices, invoice('wrong', { totalPrice: 5, articles: [{ price: 1, quantity: 1, totalPrice: 9 }] }));
  expect(await doneItems()).not.toContain('sums.right');
  for (let n = 0; n < 20; n++) await post(paths.invoices, invoice(`right ${n}`));
  expect(await doneItems()).toEqual(expect.arrayContaining(['fields.known', 'sums.right']));

  expect((await post('/doorway/v1/sandbox/reset', undefined)).body.message).toMatch(/^The sandbox was reset/);
  expect(await doneItems()).toEqual([]);
  expect((await checklist()).message).toMatch(/^0 of 9 are done/);
});

it('neither token reaches the records of the other, and the same references and keys clash nowhere', async () => {
  for (const { name, path, body } of creations) {
    const sent = await body('isolated');
    const key = { 'idempotency-key': `isolated ${name}` };
    const live = await post(path, sent, key, door.token);
    expect(live.status, live.body.message).toBe(200);
    const own = await post(path, sent, key);
    if (name === 'attach') {
      expectProblem(own, 400, 'There is no supplier invoice');
      continue;
    }
    expect([own.status, own.headers.get('idempotency-replayed')], own.body.message).toEqual([200, null]);
    if (path !== paths.invoices) continue;
    expect((await door.call('GET', `${path}/${live.body.id}`, { token })).status).toBe(404);
    expect((await door.call('GET', `${path}/${own.body.id}`)).status).toBe(404);
    expect((await door.call('GET', `${path}/${own.body.id}`, { token })).status).toBe(200);
  }
});
