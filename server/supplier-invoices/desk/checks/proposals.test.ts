import { afterAll, expect, it } from 'vitest';
import { daysAgo } from '../../../testing/days-ago.ts';
import { openOwnDoor, paths, type Answer } from '../../../testing/door.ts';
import { signedIn, type SignedIn } from '../../../testing/operator.ts';
import { newId } from '../../../ground/db/ids.ts';

const door = await openOwnDoor('Administrators are of the whole service, and here there is one at first.');
await door.addSupplier('1', { name: 'Nordbygg', bankGiro: '991-2346' });
const asker = await signedIn(door, 'administrator');
const path = `/companies/${door.company}/checks`;
afterAll(() => door.close());

let confirmer: SignedIn | undefined;
const second = async () => (confirmer ??= await signedIn(door, 'administrator'));

const change = (rules: object, who = asker) => who.call('PATCH', path, { rules });
const decide = (decision: 'confirm' | 'decline', id: string, who: SignedIn) =>
  who.call('POST', `${path}/proposals/${id}/${decision}`);
const settingIn = ({ body }: Answer, rule: string) =>
  body.rules.find(({ code }: { code: string }) => code === rule).setting;
const setting = async (rule: string) => settingIn(await asker.call('GET', path), rule);
const waiting = async (who = asker) => (await who.call('GET', path)).body.waiting;
const audited = async () =>
  (
    await door.pool.query(
      `SELECT action, operator_id, data FROM audit_log WHERE company_id = $1 AND subject_type = 'checks' ORDER BY seq`,
      [door.company],
    )
  ).rows;
const isHeld = async () => {
  const body = { externalReferenceId: newId(), supplierNumber: '1', supplierBankGiro: '5050-1055' };
  const { id } = (await door.post(paths.invoices, body)).body;
  return (await asker.call('GET', `/companies/${door.company}/invoices/${id}`)).body.state === 'held';
};
const refusal = ({ status, body }: Answer) => [status, body.parameters?.why];

it('a company with one administrator who can sign in changes at once', async () => {
  const answer = await change({ 'payee.bankgiro': 'off' });
  expect([answer.status, settingIn(answer, 'payee.bankgiro'), answer.body.waiting]).toEqual([200, 'off', []]);
  const other = await signedIn(door, 'administrator');
  await door.pool.query('UPDATE operators SET disabled_at = now() WHERE id = $1', [other.id]);
  await change({ 'payee.bankgiro': 'usual' });
  expect(settingIn(await change({ 'payee.bankgiro': 'off' }), 'payee.bankgiro')).toBe('off');
  await change({ 'payee.bankgiro': 'usual' });
});

it('a weaker rule of the payee waits for a second administrator, and other changes take effect at once', async () => {
  const other = await second();
  const before = (await audited()).length;
  const answer = await change({ 'payee.bankgiro': 'off', 'payee.unknown': 'hold', 'sum.line': 'off' });
  expect(answer.status).toBe(200);
  expect(['payee.bankgiro', 'payee.unknown', 'sum.line'].map((rule) => settingIn(answer, rule))).toEqual([
    'usual',
    'hold',
    'off',
  ]);
  const [proposal] = answer.body.waiting;
  expect(answer.body.waiting).toEqual([
    {
      id: expect.any(String),
      rule: 'payee.bankgiro',
      from: 'usual',
      to: 'off',
      by: { id: asker.id, name: 'The administrator' },
      at: expect.any(String),
      confirm: { allowed: false, code: 'proposal.own', why: expect.any(String) },
    },
  ]);
  expect(await isHeld()).toBe(true);
  expect(refusal(await decide('confirm', proposal.id, asker))).toEqual([409, 'proposal.own']);
  expect(await waiting(other)).toMatchObject([{ confirm: { allowed: true } }]);

  const confirmed = await decide('confirm', proposal.id, other);
  expect([confirmed.status, settingIn(confirmed, 'payee.bankgiro'), confirmed.body.waiting]).toEqual([200, 'off', []]);
  expect(await isHeld()).toBe(false);
  expect(refusal(await decide('confirm', proposal.id, other))).toEqual([409, 'proposal.gone']);
  const weakened = { rule: 'payee.bankgiro', from: 'usual', to: 'off' };
  expect((await audited()).slice(before)).toEqual([
    {
      action: 'checks.changed',
      operator_id: asker.id,
      data: {
        changes: [
          { rule: 'sum.line', from: 'usual', to: 'off' },
          { rule: 'payee.unknown', from: 'usual', to: 'hold' },
        ],
      },
    },
    { action: 'checks.proposed', operator_id: asker.id, data: { changes: [{ id: proposal.id, ...weakened }] } },
    {
      action: 'checks.changed',
      operator_id: other.id,
      data: { changes: [weakened], proposedBy: { id: asker.id, name: 'The administrator' } },
    },
  ]);
});

it.each(['decline', 'take back'])('to %s a proposal leaves the rule as it is', async (how) => {
  const other = await second();
  await change({ 'payee.name': 'usual' });
  const [{ id }] = (await change({ 'payee.name': 'off' })).body.waiting;
  const answer = await decide('decline', id, how === 'decline' ? other : asker);
  expect([answer.status, settingIn(answer, 'payee.name'), answer.body.waiting]).toEqual([200, 'usual', []]);
  expect((await audited()).at(-1)).toMatchObject({
    action: 'checks.declined',
    data: { changes: [{ rule: 'payee.name', from: 'usual', to: 'off' }], proposedBy: { id: asker.id } },
  });
  expect(refusal(await decide('confirm', id, other))).toEqual([409, 'proposal.gone']);
});

it('the setting usual waits, too, if it is weaker; a stronger setting takes effect at once and replaces the proposal', async () => {
  await second();
  await change({ 'payee.unknown': 'hold' });
  const answer = await change({ 'payee.unknown': 'usual' });
  expect([settingIn(answer, 'payee.unknown'), answer.body.waiting]).toMatchObject([
    'hold',
    [{ rule: 'payee.unknown', from: 'hold', to: 'usual' }],
  ]);
  const replaced = await change({ 'payee.unknown': 'off' });
  expect(replaced.body.waiting).toMatchObject([{ rule: 'payee.unknown', to: 'off' }]);
  expect(replaced.body.waiting[0].id).not.toBe(answer.body.waiting[0].id);
  expect((await change({ 'payee.unknown': 'off' })).body.waiting).toEqual(replaced.body.waiting);
  await decide('confirm', replaced.body.waiting[0].id, await second());
  expect(await setting('payee.unknown')).toBe('off');

  await change({ 'payee.changed': 'off' });
  expect(await waiting()).toMatchObject([{ rule: 'payee.changed' }]);
  expect((await change({ 'payee.changed': 'hold' })).body.waiting).toEqual([]);
});

it('only an administrator decides on a proposal, and only in its company', async () => {
  const [{ id }] = (await change({ 'payee.postgiro': 'off' })).body.waiting;
  const approver = await signedIn(door, 'approver');
  expect(await waiting(approver)).toMatchObject([{ confirm: { allowed: false, code: 'role.refused' } }]);
  for (const decision of ['confirm', 'decline'] as const)
    expect((await decide(decision, id, approver)).status).toBe(403);
  const { id: company } = await door.addCompany('Other');
  const elsewhere = `/companies/${company}/checks/proposals/${id}/confirm`;
  expect(refusal(await (await second()).call('POST', elsewhere))).toEqual([409, 'proposal.gone']);
  expect(await setting('payee.postgiro')).toBe('usual');
});

it('fewer days for a changed payee wait for a second administrator, and more days apply at once', async () => {
  const other = await second();
  await door.addSupplier('2', { name: 'Sydbygg', bankGiro: '991-2346' });
  await asker.call('PATCH', `/companies/${door.company}/suppliers/2`, { bankGiro: '5050-1055' });
  await door.pool.query(`UPDATE suppliers SET payee_changed_at = $2 WHERE company_id = $1 AND number = '2'`, [
    door.company,
    daysAgo(40),
  ]);
  const days = (recentDays: number) => asker.call('PATCH', path, { limits: { recentDays } });
  const findings = async () => {
    const body = { externalReferenceId: newId(), supplierNumber: '2', supplierBankGiro: '5050-1055' };
    const { id } = (await door.post(paths.invoices, body)).body;
    return (await asker.call('GET', `/companies/${door.company}/invoices/${id}`)).body.findings;
  };
  expect(await findings()).toEqual([]);
  const more = await days(60);
  expect([more.body.limits[1].value, more.body.waitingLimits]).toEqual([60, []]);
  expect(await findings()).toMatchObject([{ code: 'payee.changed', parameters: { days: 60 } }]);

  const fewer = await days(14);
  const [proposal] = fewer.body.waitingLimits;
  expect(fewer.body.limits[1].value).toBe(60);
  expect(proposal).toMatchObject({ limit: 'recentDays', from: 60, to: 14, confirm: { code: 'proposal.own' } });
  expect(await findings()).toHaveLength(1);
  expect(refusal(await decide('confirm', proposal.id, asker))).toEqual([409, 'proposal.own']);
  const confirmed = await decide('confirm', proposal.id, other);
  expect([confirmed.body.limits[1].value, confirmed.body.waitingLimits]).toEqual([14, []]);
  expect(await findings()).toEqual([]);
  expect((await audited()).slice(-2)).toMatchObject([
    { action: 'checks.proposed', data: { changes: [{ rule: 'recentDays', from: 60, to: 14 }] } },
    {
      action: 'checks.changed',
      data: { changes: [{ rule: 'recentDays', from: 60, to: 14 }], proposedBy: { id: asker.id } },
    },
  ]);
});
