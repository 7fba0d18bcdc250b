import { afterAll, beforeEach, expect, it } from 'vitest';
import { daysAgo } from '../../../testing/days-ago.ts';
import { openDoor, paths } from '../../../testing/door.ts';
import { signedIn, type SignedIn } from '../../../testing/operator.ts';
import { setSettings } from '../../../testing/settings.ts';

const door = await openDoor();
const base = `/companies/${door.company}`;
const asker = await signedIn(door, 'administrator');
const confirmer = await signedIn(door, 'administrator');
const approver = await signedIn(door, 'approver');
afterAll(() => door.close());

/** One administrator asks, the other confirms. */
async function weaken(group: 'settings' | 'checks', patch: object): Promise<void> {
  const { body } = await asker.call('PATCH', `${base}/${group}`, patch);
  for (const { id } of body.waiting)
    expect((await confirmer.call('POST', `${base}/${group}/proposals/${id}/confirm`)).status).toBe(200);
}
/** As if 30 days had passed since. */
const monthLater = () =>
  door.pool.query('UPDATE weakened_settings SET changed_at = $2 WHERE company_id = $1', [door.company, daysAgo(30.01)]);

let made = 0;
async function supplier(): Promise<string> {
  const number = `w${(made += 1)}`;
  await door.addSupplier(number, { bankGiro: '991-2346' });
  return number;
}
async function invoice(number: string, bankGiro = '5050-1055'): Promise<string> {
  const sent = { externalReferenceId: `w ${(made += 1)}`, supplierNumber: number, supplierBankGiro: bankGiro };
  return (await door.post(paths.invoices, sent)).body.id;
}
const act = (who: SignedIn, id: string, what = 'approve', form: object = {}) =>
  who.call('POST', `${base}/invoices/${id}/${what}`, form);
async function releasedBy(who: SignedIn): Promise<string> {
  const id = await invoice(await supplier());
  expect((await act(who, id, 'release', { reason: 'They telephoned.' })).status).toBe(200);
  return id;
}
const bulk = async (who: SignedIn, id: string) =>
  (await who.call('POST', `${base}/bulk`, { decision: 'approve', ids: [id], withFindings: true })).body;

beforeEach(async () => {
  await door.pool.query('DELETE FROM weakened_settings WHERE company_id = $1', [door.company]);
  await setSettings(door, { payeeTakesTwo: true, dutiesOffReason: null });
});

it('who switched the duties off cannot approve what they released for 30 days; others can', async () => {
  const [ofAsker, ofConfirmer, ofApprover] = [
    await releasedBy(asker),
    await releasedBy(confirmer),
    await releasedBy(approver),
  ];
  await weaken('settings', { separateDuties: false, reason: 'Few people.' });
  expect((await act(approver, ofApprover)).status).toBe(200);
  for (const [who, id] of [
    [asker, ofAsker],
    [confirmer, ofConfirmer],
    [asker, await releasedBy(asker)],
  ] as const) {
    expect((await act(who, id)).body.parameters).toMatchObject({ why: 'duty.released' });
    expect((await bulk(who, id)).leftOut).toMatchObject([{ code: 'duty.released' }]);
  }
  await monthLater();
  expect((await act(asker, ofAsker)).status).toBe(200);
  expect((await bulk(confirmer, ofConfirmer)).left).toBe(1);
});

it('who ended that two confirm a payee still needs a second person for 30 days; others do not', async () => {
  await weaken('settings', { payeeTakesTwo: false });
  const patch = async (who: SignedIn, number: string) => {
    await who.call('PATCH', `${base}/suppliers/${number}`, { bankGiro: '5050-1055' });
    return (await who.call('GET', `${base}/suppliers/${number}`)).body.bankGiro;
  };
  expect(await patch(approver, await supplier())).toBe('5050-1055');
  for (const who of [asker, confirmer]) expect(await patch(who, await supplier())).toBe('991-2346');
  const number = await supplier();
  const file = [{ number, name: 'Nordbygg', bankGiro: '5050-1055' }];
  expect((await asker.call('POST', `${base}/suppliers/import`, file)).body).toMatchObject({ proposed: 1 });
  await monthLater();
  expect(await patch(asker, await supplier())).toBe('5050-1055');
});

it('who weakened a check approves by the stricter one for 30 days; others by the present one', async () => {
  await weaken('checks', { rules: { 'payee.bankgiro': 'off' } });
  const number = await supplier();
  const [first, other, last] = [await invoice(number), await invoice(number), await invoice(number)];
  expect((await act(approver, first)).status).toBe(200);
  const stopped = await act(confirmer, other);
  expect([stopped.status, stopped.body.parameters]).toMatchObject([409, { finding: 'payee.bankgiro' }]);
  expect((await asker.call('GET', `${base}/invoices/${other}`)).body.state).toBe('held');
  await monthLater();
  expect((await act(asker, last)).status).toBe(200);
  await asker.call('PATCH', `${base}/checks`, { rules: { 'payee.bankgiro': 'usual' } });
});

it('an operator who is alone in the company is not kept waiting for somebody else', async () => {
  const id = await releasedBy(asker);
  await weaken('settings', { separateDuties: false, reason: 'Alone.' });
  expect((await act(asker, id)).status).toBe(409);
  await door.pool.query(`UPDATE operators SET disabled_at = '2001-01-01' WHERE id <> $1 AND disabled_at IS NULL`, [
    asker.id,
  ]);
  try {
    expect((await act(asker, id)).status).toBe(200);
  } finally {
    await door.pool.query(`UPDATE operators SET disabled_at = NULL WHERE disabled_at = '2001-01-01'`);
  }
});
