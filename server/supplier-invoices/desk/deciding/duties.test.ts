import { afterAll, beforeAll, expect, it } from 'vitest';
import { daysAgo } from '../../../testing/days-ago.ts';
import { openDoor, paths, type Answer, type Door } from '../../../testing/door.ts';
import { decideAs, signedIn, type SignedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { setSettings } from '../../../testing/settings.ts';

const recorded = '991-2346';

let door: Door;
let one: SignedIn;
let other: SignedIn;
let base: string;
beforeAll(async () => {
  door = await openDoor();
  [one, other] = [await signedIn(door, 'approver'), await signedIn(door, 'approver')];
  base = `/companies/${door.company}`;
  await rename(one, 'Anna');
  await rename(other, 'Bo');
});
afterAll(() => door.close());

const rename = ({ id }: SignedIn, name: string) =>
  door.pool.query('UPDATE operators SET name = $2 WHERE id = $1', [id, name]);

let made = 0;
async function invoice(number: string, fields: object = {}): Promise<string> {
  const sent = { externalReferenceId: `duty ${(made += 1)}`, supplierNumber: number, ...fields };
  const answer = await door.post(paths.invoices, sent);
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.id;
}
/** A partner registers the supplier, so no operator has touched its payee. */
async function supplier(): Promise<string> {
  const number = `d${(made += 1)}`;
  await door.addSupplier(number, { bankGiro: recorded });
  return number;
}
const held = async () => invoice(await supplier(), { supplierBankGiro: '5050-1055' });

const act = (who: Pick<SignedIn, 'call'>, id: string, what = 'approve', body: object = {}) =>
  decideAs(who, `${base}/invoices/${id}`, what, body);
const read = async (who: SignedIn, id: string) => (await who.call('GET', `${base}/invoices/${id}`)).body;
const release = async (who: SignedIn, id: string, more: object = {}) =>
  expect((await act(who, id, 'release', { reason: 'They telephoned.', ...more })).status).toBe(200);
const expectDuty = (answer: Answer, why: string, ...says: string[]) => {
  expectProblem(answer, 409);
  expect(answer.body).toMatchObject({ code: 'decision.refused', parameters: { why } });
  for (const text of says) expect(answer.body.message).toContain(text);
};

it('the operator who released an invoice cannot approve it: the refusal says when, and who may', async () => {
  const id = await held();
  await release(one, id, { acceptAccount: true });
  const { actions } = await read(one, id);
  expect(actions.approve).toMatchObject({
    allowed: false,
    code: 'duty.released',
    why: expect.stringMatching(/^You released this invoice on \d{4}-/),
    parameters: { on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), others: expect.arrayContaining(['Bo']) },
  });
  expectDuty(await act(one, id), 'duty.released', 'such as Bo');
  const answer = await act(other, id);
  expect(answer.status, answer.body.message).toBe(200);
  expect(answer.body.timeline.slice(-2)).toMatchObject([
    { type: 'supplierinvoice.released', by: 'Anna', account: 'accepted' },
    { type: 'supplierinvoice.approved', by: 'Bo' },
  ]);
});

it('everybody who ever released an invoice is barred from approving it, as the first or second of two, in bulk and after reopening', async () => {
  const third = await signedIn(door, 'approver');
  const id = await held();
  await release(one, id);
  await door.pool.query(`UPDATE supplier_invoices SET state = 'held' WHERE company_id = $1 AND id = $2`, [
    door.company,
    id,
  ]);
  await release(other, id);
  const expectBarred = async () => {
    for (const who of [one, other]) {
      expect((await read(who, id)).actions.approve).toMatchObject({ allowed: false, code: 'duty.released' });
      expectDuty(await act(who, id), 'duty.released', 'You released this invoice');
      const form = { decision: 'approve', ids: [id], withFindings: true };
      expect((await who.call('POST', `${base}/bulk`, form)).body.leftOut).toMatchObject([{ code: 'duty.released' }]);
    }
  };
  await expectBarred();
  const setLimit = (limit: number | null) =>
    door.pool.query('UPDATE operator_companies SET approval_limit = $3 WHERE company_id = $1 AND operator_id = $2', [
      door.company,
      third.id,
      limit,
    ]);
  await setLimit(1);
  expect((await act(third, id)).body.signed).toMatchObject({ by: expect.any(String) });
  await expectBarred();
  expect((await act(third, id, 'unsign')).status).toBe(200);
  await setLimit(null);
  expect((await act(third, id)).body.state).toBe('approved');
  expect((await act(third, id, 'reopen', { reason: 'Too early.' })).body.state).toBe('received');
  await expectBarred();
});

it.each<[string, string, (number: string) => Promise<unknown>]>([
  ['changed', 'changed', (number) => one.call('PATCH', `${base}/suppliers/${number}`, { postGiro: '12345-5' })],
  ['blocked', 'blocked', (number) => one.call('POST', `${base}/suppliers/${number}/block`, { reason: 'Fraud.' })],
  ['proposed', 'proposed', (number) => proposed(number)],
  ['confirmed', 'confirmed', (number) => remembered(number, [{ field: 'confirmed', from: '', to: 'now' }])],
  [
    'said that it is another one than',
    'confirmed',
    (number) => remembered(number, [{ field: 'distinct', from: '', to: 'x' }]),
  ],
])('an operator who %s a supplier cannot approve its invoices for 30 days', async (_what, did, doIt) => {
  const number = await supplier();
  const id = await invoice(number);
  await doIt(number);
  // Remove the findings that the change causes; they are not tested here.
  await door.pool.query(
    'UPDATE suppliers SET payee_changed_at = NULL, blocked_at = NULL WHERE company_id = $1 AND number = $2',
    [door.company, number],
  );
  expect((await read(one, id)).actions.approve).toMatchObject({ code: 'duty.payee', parameters: { did } });
  expectDuty(await act(one, id), 'duty.payee', 'less than 30 days ago', 'such as Bo');
  for (const table of ['supplier_changes', 'supplier_proposals'])
    await door.pool.query(`UPDATE ${table} SET created_at = $3 WHERE company_id = $1 AND supplier_number = $2`, [
      door.company,
      number,
      daysAgo(30.001),
    ]);
  expect((await act(one, id)).status).toBe(200);
});

async function proposed(number: string) {
  await setSettings(door, { payeeTakesTwo: true });
  await one.call('PATCH', `${base}/suppliers/${number}`, { postGiro: '12345-5' });
  await setSettings(door, { payeeTakesTwo: false });
}

/** Writes the same history entry as confirming the payee does. */
const remembered = (number: string, changes: object[]) =>
  door.pool.query(
    `INSERT INTO supplier_changes (company_id, supplier_number, id, operator_id, operator_name, changes, created_at)
     VALUES ($1, $2, gen_random_uuid(), $3, 'Anna', $4, now())`,
    [door.company, number, one.id, JSON.stringify(changes)],
  );

it('a change of another field of the supplier is no obstacle', async () => {
  const number = await supplier();
  await one.call('PATCH', `${base}/suppliers/${number}`, { city: 'Luleå' });
  expect((await act(one, await invoice(number))).status).toBe(200);
});

it('an operator who registered or first imported a supplier cannot approve its invoices; a second import is no obstacle', async () => {
  const registered = `r${(made += 1)}`;
  const form = { number: registered, name: 'Nordbygg' };
  expect((await one.call('POST', `${base}/suppliers`, form)).status).toBe(200);
  expectDuty(await act(one, await invoice(registered)), 'duty.payee', 'You registered this supplier on');
  expect((await act(other, await invoice(registered))).status).toBe(200);

  const imported = `r${(made += 1)}`;
  const file = (who: SignedIn, city: string) =>
    who.call('POST', `${base}/suppliers/import`, [{ number: imported, name: 'Sydbygg', city }]);
  expect((await file(one, 'Malmö')).status).toBe(200);
  expect((await file(other, 'Lund')).status).toBe(200);
  const id = await invoice(imported);
  expectDuty(await act(one, id), 'duty.payee', 'You registered this supplier on');
  expect((await act(other, id)).status).toBe(200);
  await door.pool.query('UPDATE suppliers SET created_at = $3 WHERE company_id = $1 AND number = $2', [
    door.company,
    imported,
    daysAgo(31),
  ]);
  expect((await act(one, await invoice(imported))).status).toBe(200);
});

it('the duties apply to a signature above the limit, too', async () => {
  await door.pool.query(
    'UPDATE operator_companies SET approval_limit = 10 WHERE company_id = $1 AND operator_id = $2',
    [door.company, one.id],
  );
  const id = await held();
  await release(one, id);
  expectDuty(await act(one, id), 'duty.released');
  await door.pool.query('UPDATE operator_companies SET approval_limit = NULL WHERE company_id = $1', [door.company]);
  expect((await read(other, id)).signed).toBeNull();
});

it('an operator token counts as its operator', async () => {
  const { body } = await one.call('POST', '/tokens', { name: 'Script' });
  const withToken = {
    call: (method: string, path: string, form?: unknown) =>
      door.call(method, `/operator/v1${path}`, { body: form, token: body.token }),
  };
  const id = await held();
  await release(one, id);
  expectDuty(await act(withToken, id), 'duty.released');
  expect((await act(other, id)).status).toBe(200);
});

it('a bulk leaves such invoices out with the reason, also if the duty arose meanwhile, and decides the others', async () => {
  const number = await supplier();
  const [released, mine, free, late] = [
    await held(),
    await invoice(number),
    await invoice(await supplier()),
    await held(),
  ];
  await release(one, released);
  await release(other, late);
  await remembered(number, [{ field: 'bankGiro', from: '', to: recorded }]);
  const form = { decision: 'approve', ids: [released, mine, free, late], withFindings: true };
  const { body } = await one.call('POST', `${base}/bulk`, form);
  expect(body).toMatchObject({ left: 2, leftOutCount: 2 });
  expect(body.leftOut).toMatchObject([
    {
      id: released,
      code: 'duty.released',
      why: expect.stringContaining('You released this invoice, so another approver'),
    },
    { id: mine, code: 'duty.payee', why: expect.stringContaining('In the last 30 days you registered this supplier') },
  ]);
  await door.pool.query('UPDATE supplier_invoices SET releasers = ARRAY[$3::uuid] WHERE company_id = $1 AND id = $2', [
    door.company,
    late,
    one.id,
  ]);
  const done = (await one.call('POST', `${base}/bulk/${body.id}/next`)).body;
  expect(done).toMatchObject({ done: 1, left: 0, leftOutCount: 3 });
  expect((await read(one, free)).state).toBe('approved');
  const rejected = (await one.call('POST', `${base}/bulk`, { decision: 'reject', ids: [released, mine] })).body;
  expect(rejected).toMatchObject({ left: 2, leftOutCount: 0 });
});

it('with the duties switched off, one person can release and approve', async () => {
  const id = await held();
  await release(one, id);
  await setSettings(door, { dutiesOffReason: 'A single approver.' });
  expect((await read(one, id)).actions.approve).toEqual({ allowed: true });
  const form = { decision: 'approve', ids: [id], withFindings: true };
  expect((await one.call('POST', `${base}/bulk`, form)).body.left).toBe(1);
  expect((await act(one, id)).status).toBe(200);
  await setSettings(door, { dutiesOffReason: null });
});
