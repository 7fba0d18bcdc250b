import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { signedIn, type SignedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
const approver = await signedIn(door, 'approver');
const second = await signedIn(door, 'approver');
const path = `/companies/${door.company}/suppliers`;
afterAll(() => door.close());

const send = (externalReferenceId: string, supplierNumber: string, more: object = {}) =>
  door.post(paths.invoices, { externalReferenceId, supplierNumber, ...more });
const invoice = async (id: string) => (await viewer.call('GET', `/companies/${door.company}/invoices/${id}`)).body;
const rows = async (table: string, column: string, number: string) =>
  (
    await door.pool.query(`SELECT * FROM ${table} WHERE company_id = $1 AND ${column} = $2 ORDER BY created_at, id`, [
      door.company,
      number,
    ])
  ).rows;

it('a supplier is registered by an operator, with its event, its entry and its history, and takes invoices at once', async () => {
  const made = await approver.call('POST', path, { number: ' C1 ', name: 'New AB', bankGiro: '991-2346', city: null });
  expect(made).toMatchObject({
    status: 200,
    body: { number: 'C1', name: 'New AB', bankGiro: '991-2346', city: '', createdBy: 'The approver', blocked: null },
  });
  expect(made.headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
  expect(await rows('events', 'subject_id', 'C1')).toMatchObject([
    {
      type: 'supplier.created',
      data: {
        number: 'C1',
        name: 'New AB',
        by: { id: approver.id, name: 'The approver' },
        traceId: expect.any(String),
      },
    },
  ]);
  expect(await rows('audit_log', 'subject_id', 'C1')).toMatchObject([
    { action: 'supplier.created', operator_id: approver.id },
  ]);
  expect((await viewer.call('GET', `${path}/C1/history`)).body.rows).toMatchObject([
    { type: 'supplier.created', by: 'The approver', changes: [] },
  ]);
  expect((await viewer.call('GET', `${path}?q=c1`)).body.rows).toMatchObject([{ number: 'C1', blocked: false }]);
  expect((await send('c-1', 'C1')).status).toBe(200);
  expect((await door.call('GET', paths.suppliers)).body.suppliers).toMatchObject([{ number: 'C1', name: 'New AB' }]);
});

it('a value that a change refuses is refused for a new supplier too', async () => {
  for (const [body, part] of [
    [{ name: 'x' }, 'number is required'],
    [{ number: 'C2' }, 'name is required'],
    [{ number: 'C2', name: ' ' }, 'name must not be empty'],
    [{ number: 'C\u200B2', name: 'x' }, 'number'],
    [{ number: 'C2', name: 'x', bankGiro: '991-2347' }, 'bankGiro'],
    [{ number: 'C2', name: 'x', iban: 'SE45' }, 'iban'],
    [{ number: 'C2', name: 'x', town: 'y' }, '"town" is not a known field'],
  ] as const)
    expectProblem(await approver.call('POST', path, body), 400, part);
  expectProblem(await viewer.call('POST', path, { number: 'C2', name: 'x' }), 403);
  expectProblem(await viewer.call('GET', `${path}/C2`), 404);
});

it('of ten who register one number at once, one succeeds, and the others are told what differs', async () => {
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, n) => approver.call('POST', path, { number: 'R1', name: `Name ${n}` })),
  );
  expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect(all.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'supplier.exists',
    parameters: { number: 'R1', fields: ['name'] },
  });
  expect(await rows('events', 'subject_id', 'R1')).toHaveLength(1);
});

it('an invoice of a blocked supplier is held until another operator than the one who blocked it releases it', async () => {
  await door.addSupplier('B1', { bankGiro: '991-2346' });
  const listed = await door.call('GET', paths.suppliers);
  const blocked = await approver.call('POST', `${path}/B1/block`, { reason: ' The account is doubtful. ' });
  expect(blocked).toMatchObject({
    status: 200,
    body: { blocked: { at: expect.any(String), reason: 'The account is doubtful.' } },
  });
  expect((await viewer.call('GET', `${path}?q=b1`)).body.rows).toMatchObject([{ number: 'B1', blocked: true }]);
  // Partners see no difference.
  const after = await door.call('GET', paths.suppliers);
  expect([after.body, after.headers.get('etag')]).toEqual([listed.body, listed.headers.get('etag')]);

  const sent = await send('b-1', 'B1', { supplierBankGiro: '991-2346' });
  expect(sent.status).toBe(200);
  expect(sent.body.message).toContain(
    'the company has blocked this supplier, so it is held until the company releases it',
  );
  expect(sent.body.message).not.toContain('doubtful');
  const held = await invoice(sent.body.id);
  expect(held).toMatchObject({
    state: 'held',
    findings: [
      { code: 'payee.blocked', severity: 'hold', parameters: { on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) } },
    ],
  });

  const release = (who: SignedIn) =>
    who.call('POST', `/companies/${door.company}/invoices/${sent.body.id}/release`, { reason: 'We owe it.' });
  expect((await release(approver)).body).toMatchObject({ parameters: { why: 'release.changer' } });
  expect(await release(second)).toMatchObject({ status: 200, body: { state: 'received' } });

  expect((await rows('events', 'subject_id', 'B1')).map(({ type }) => type)).toEqual([
    'supplier.created',
    'supplier.updated',
  ]);
  expect(await rows('audit_log', 'subject_id', 'B1')).toMatchObject([
    { action: 'supplier.blocked', operator_id: approver.id, data: { reason: 'The account is doubtful.' } },
  ]);
});

it('an unblocking lifts the block that it names, never a later one, which the 409 names', async () => {
  await door.addSupplier('L1');
  await door.pool.query('UPDATE operators SET name = $2 WHERE id = $1', [second.id, 'Yngve']);
  const block = async (who: SignedIn) =>
    (await who.call('POST', `${path}/L1/block`, { reason: 'Doubtful.' })).body.blocked.seq as number;
  const unblock = (who: SignedIn, body: object) => who.call('POST', `${path}/L1/unblock`, { reason: 'Fine.', ...body });
  const blockSeq = await block(approver);
  expectProblem(await unblock(approver, {}), 400, 'blockSeq');
  expectProblem(await unblock(approver, { blockSeq: null }), 409, 'made a later decision');
  expect((await unblock(second, { blockSeq })).status).toBe(200);
  const says = (action: string) =>
    new RegExp(`^Nothing was taken back, because Yngve made a later decision at .* UTC: Supplier ${action}\\.$`);
  expectProblem(await unblock(approver, { blockSeq }), 409, says('unblocked'));
  const later = await block(second);
  expectProblem(await unblock(approver, { blockSeq }), 409, says('blocked'));
  expect((await viewer.call('GET', `${path}/L1`)).body.blocked).toMatchObject({ seq: later });
  await door.pool.query('UPDATE operators SET name = $2 WHERE id = $1', [second.id, 'The approver']);
});

it('after the unblocking invoices are received again; both are in the history with their reasons', async () => {
  await door.addSupplier('U1');
  const none = { reason: 'x', blockSeq: null };
  expectProblem(await approver.call('POST', `${path}/U1/unblock`, none), 409, 'not blocked');
  const { blocked } = (await approver.call('POST', `${path}/U1/block`, { reason: 'Wait.' })).body;
  expectProblem(await second.call('POST', `${path}/U1/block`, { reason: 'Mine.' }), 409, 'already blocked');
  const lifted = { reason: 'They called.', blockSeq: blocked.seq };
  expect(await second.call('POST', `${path}/U1/unblock`, lifted)).toMatchObject({
    status: 200,
    body: { blocked: null },
  });
  expect(await invoice((await send('u-1', 'U1')).body.id)).toMatchObject({ state: 'received', findings: [] });
  expect((await viewer.call('GET', `${path}/U1/history`)).body.rows).toMatchObject([
    { by: 'The approver', changes: [{ field: 'blocked', from: 'yes', to: 'no', reason: 'They called.' }] },
    { by: 'The approver', changes: [{ field: 'blocked', from: 'no', to: 'yes', reason: 'Wait.' }] },
    { type: 'supplier.created', changes: [] },
  ]);
  expectProblem(await viewer.call('POST', `${path}/U1/block`, { reason: 'x' }), 403);
  expectProblem(await approver.call('POST', `${path}/U1/block`, { reason: ' ' }), 400, 'reason');
  expectProblem(await approver.call('POST', `${path}/nobody/block`, { reason: 'x' }), 404);
});

it('an invoice that is being judged while the supplier is blocked is judged again', async () => {
  await door.addSupplier('J1');
  const invoice = (externalReferenceId: string) =>
    door.post(paths.invoices, { externalReferenceId, supplierNumber: 'J1' });
  expect((await invoice('before')).body.message).toBe('Supplier invoice created.');
  expect((await approver.call('POST', `${path}/J1/block`, { reason: 'x' })).status).toBe(200);
  expect((await invoice('after')).body.message).toContain('held');
  // A repeated creation by a partner gets the same answer as before the block.
  expectProblem(await door.post(paths.suppliers, { number: 'J1', name: 'Supplier J1' }), 409, 'nothing differs');
});

it('figures are by year and currency, exact, and without rejected invoices', async () => {
  await door.addSupplier('F1');
  const at = (year: number) => Date.UTC(year, 5, 1);
  for (const [n, invoiceDate, totalPrice, currency] of [
    [1, at(2025), '100000000000000.01', 'SEK'],
    [2, at(2025), '0.02', 'SEK'],
    [3, at(2025), '7.5', 'EUR'],
    [4, Date.parse('2024-12-31T23:30:00Z'), '1', 'SEK'],
    [5, at(2026), '9', 'SEK'],
  ] as const) {
    const raw = `{"externalReferenceId":"f-${n}","supplierNumber":"F1","invoiceDate":${invoiceDate},"totalPrice":${totalPrice},"currency":"${currency}"}`;
    const headers = { 'content-type': 'application/json' };
    const { body, status } = await door.call('POST', paths.invoices, { raw, headers });
    expect([n, status]).toEqual([n, 200]);
    if (n === 5)
      await approver.call('POST', `/companies/${door.company}/invoices/${body.id}/reject`, { reason: 'Not ours.' });
  }
  await send('f-6', 'F1');
  const thisYear = new Date().getFullYear();
  expect((await viewer.call('GET', `${path}/F1/figures`)).body).toEqual({
    years: [
      { year: thisYear, invoices: 1, sums: [] },
      {
        year: 2025,
        invoices: 4,
        sums: [
          { currency: 'SEK', total: '100000000000001.03' },
          { currency: 'EUR', total: '7.5' },
        ],
      },
    ],
    more: false,
  });
  expect((await viewer.call('GET', `${path}/U1/figures`)).body.years).toMatchObject([{ invoices: 1 }]);
  expectProblem(await viewer.call('GET', `${path}/nobody/figures`), 404);
});
