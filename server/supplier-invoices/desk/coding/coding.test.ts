import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { addCodes } from '../../../testing/coding.ts';
import { openDoor, paths } from '../../../testing/door.ts';
import { api, decideAs, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const approver = await signedIn(door, 'approver');
const viewer = await signedIn(door, 'viewer');
const base = `/companies/${door.company}/invoices`;
afterAll(() => door.close());

const line = (articleNumber: string) => ({ articleNumber, quantity: 1, price: 50, totalPrice: 50 });
const fields = { totalPrice: 100, currency: 'SEK', articles: [line('a'), line('b')] };
let made = 0;
const invoice = async (supplierNumber: string, more: object = {}): Promise<string> => {
  const externalReferenceId = `x${(made += 1)}`;
  const body = { externalReferenceId, supplierInvoiceNumber: externalReferenceId, supplierNumber, ...fields, ...more };
  return (await door.post(paths.invoices, body)).body.id;
};
const read = async (id: string, who = approver) => (await who.call('GET', `${base}/${id}`)).body;
const code = (id: string, rows: object[], who = approver) => who.call('PUT', `${base}/${id}/coding`, { rows });
const approve = (id: string) => approver.call('POST', `${base}/${id}/approve`, {});
const require = (codingRequired: boolean) =>
  administrator.call('PATCH', `/companies/${door.company}/settings`, { codingRequired });
const about = (id: string) => `WHERE company_id = '${door.company}' AND subject_id = '${id}' ORDER BY seq`;
const eventsOf = async (id: string) =>
  (await door.pool.query(`SELECT type, data FROM events ${about(id)}`)).rows.filter(({ type }) =>
    /coded|approved/.test(type),
  );
const auditedOf = async (id: string) => (await door.pool.query(`SELECT action, data FROM audit_log ${about(id)}`)).rows;
const csv = async (id: string, of: string) => {
  const headers = { cookie: approver.cookie };
  const answer = await fetch(`${door.url}${api}${base}?format=csv&ids=${id}&of=${of}`, { headers });
  const rows: Record<string, string>[] = parse(await answer.text(), { bom: true, columns: true });
  return rows.map((row) => `${row.account} ${row.costCentre} ${row.projectCode} ${row.vatCode}`);
};
const whole = [{ account: '4010', costCentre: '20', vatCode: '25' }];

it('a company without lists has no coding, and its invoices are approved as ever, also if it requires one', async () => {
  await door.addSupplier('0');
  const id = await invoice('0');
  expect(await read(id)).toMatchObject({
    coding: null,
    codingProposal: null,
    codingRequired: false,
    actions: { code: { allowed: false, code: 'coding.unused' } },
  });
  expectProblem(await code(id, whole), 409, /no coding lists yet/);
  expect((await require(true)).body.codingRequired).toBe(true);
  expect((await approve(id)).status).toBe(200);
  await require(false);
  await addCodes(door, { account: ['4010', '5410'], costCentre: ['20'], project: ['P1'], vatCode: ['25'] });
});

it('a coding is an event for the company’s own systems and in the audit log, and the approval carries it', async () => {
  await door.addSupplier('1');
  const id = await invoice('1');
  const { status, body } = await code(id, whole);
  expect(status, body.message).toBe(200);
  expect(body).toMatchObject({
    coding: { rows: whole, by: 'The approver', at: expect.any(String) },
    actions: { code: { allowed: true } },
  });
  expect((await code(id, whole)).status).toBe(200);
  expect((await approve(id)).body.state).toBe('approved');
  expect(await eventsOf(id)).toMatchObject([
    { type: 'supplierinvoice.coded', data: { coding: whole, by: { name: 'The approver' } } },
    { type: 'supplierinvoice.approved', data: { coding: whole } },
  ]);
  expect((await auditedOf(id))[0]).toMatchObject({ action: 'supplierinvoice.coded', data: { rows: whole, count: 1 } });
  expect(await csv(id, 'invoices')).toEqual(['4010 20  25']);
  expect(await csv(id, 'lines')).toEqual(['4010 20  25', '4010 20  25']);
  const shown = await door.call('GET', `/doorway/v1/events?after=0`);
  expect(JSON.stringify(shown.body)).toContain('supplierinvoice.approved');
  expect(JSON.stringify(shown.body)).not.toMatch(/coded|4010/);
  // An approved invoice can be coded until it is booked.
  expect((await code(id, [])).body.coding).toBeNull();
  expect((await code(id, whole)).status).toBe(200);
  await administrator.call('POST', `${base}/${id}/booked`, { voucher: 'L 1' });
  expectProblem(await code(id, []), 409, /is booked/);
});

it('lines and exact amounts can be coded, with codes that are active', async () => {
  await door.addSupplier('2');
  const id = await invoice('2');
  const lines = [
    { line: 1, account: '4010' },
    { line: 2, account: '5410' },
  ];
  expect((await code(id, lines)).body.coding.rows).toEqual(lines);
  expect(await csv(id, 'lines')).toEqual(['4010   ', '5410   ']);
  expect(await csv(id, 'invoices')).toEqual(['   ']);
  const split = (amount: string) => [
    { account: '4010', amount: '33.3' },
    { account: '5410', amount },
  ];
  expect((await code(id, split('66.70'))).status).toBe(200);
  expectProblem(await code(id, split('66.71')), 400, /rows has amounts of 100\.01 in all, but the total .* is 100/);
  await door.pool.query(`UPDATE coding_values SET active = false WHERE company_id = $1 AND code = 'P1'`, [
    door.company,
  ]);
  expectProblem(await code(id, [{ account: '4711', project: 'P1' }]), 400, /account is "4711".*project is "P1"/);
  expect((await code(id, whole, viewer)).status).toBe(403);
});

it('an approval takes over what at least three codings of the supplier agree on, and the audit log says so', async () => {
  await door.addSupplier('3');
  const first = await invoice('3');
  await require(true);
  expect((await read(first)).actions.approve).toMatchObject({ allowed: false, code: 'coding.missing' });
  expectProblem(await approve(first), 409, /must be coded before it is approved/);
  for (const id of [first, await invoice('3'), await invoice('3')]) await code(id, whole);
  const next = await invoice('3');
  expect(await read(next)).toMatchObject({
    coding: null,
    codingRequired: true,
    codingProposal: { rows: whole, same: 3, of: 3, takenOver: true },
    actions: { approve: { allowed: true } },
  });
  expect((await approve(next)).body.coding).toMatchObject({ rows: whole, by: 'The approver' });
  const codingProposed = { same: 3, of: 3 };
  expect(await eventsOf(next)).toMatchObject([
    { type: 'supplierinvoice.approved', data: { coding: whole, codingProposed } },
  ]);
  expect((await auditedOf(next)).at(-1)).toMatchObject({ data: { coding: whole, codingProposed } });
  // Codings of the same project come first, and one that differs ends the agreement.
  const other = await invoice('3', { projectName: 'Eken' });
  await code(other, [{ account: '5410' }]);
  expect((await read(await invoice('3', { projectName: 'Eken' }))).codingProposal).toMatchObject({ same: 1, of: 1 });
  const after = await invoice('3');
  expect((await read(after)).codingProposal).toMatchObject({ rows: whole, same: 4, of: 5, takenOver: false });
  expectProblem(await approve(after), 409, /must be coded/);
});

it('a bulk approval takes proposals over, and leaves out invoices without a coding that is required', async () => {
  await door.addSupplier('4');
  await door.addSupplier('5');
  for (const id of [await invoice('4'), await invoice('4'), await invoice('4')]) await code(id, whole);
  const [proposed, coded, bare] = [await invoice('4'), await invoice('5'), await invoice('5')];
  await code(coded, [{ account: '5410' }]);
  const bulk = `/companies/${door.company}/bulk`;
  const made = await approver.call('POST', bulk, {
    decision: 'approve',
    ids: [proposed, coded, bare],
    withFindings: true,
  });
  expect(made.body.leftOutBy).toMatchObject([{ code: 'coding.missing', count: 1 }]);
  const done = await approver.call('POST', `${bulk}/${made.body.id}/next`);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect((await read(proposed)).coding).toMatchObject({ rows: whole });
  expect((await eventsOf(proposed))[0].data).toMatchObject({ coding: whole, codingProposed: { same: 3, of: 3 } });
  expect((await eventsOf(coded))[1].data.coding).toEqual([{ account: '5410' }]);
  expect((await read(bare)).state).toBe('received');
  expect((await decideAs(approver, `${base}/${proposed}`, 'reopen', { reason: 'Wrong.' })).body.coding).not.toBeNull();
});
