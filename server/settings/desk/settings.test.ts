import { afterAll, expect, it } from 'vitest';
import { openDoor, type Answer } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { setSettings } from '../../testing/settings.ts';

const usual = {
  currency: 'SEK',
  payeeTakesTwo: false,
  separateDuties: true,
  timeZone: 'Europe/Stockholm',
  secondFactor: 'nobody',
  passwords: 'on',
  proofs: 'fifteenMinutes',
  mailLinks: 'on',
  partnersManageWebhooks: true,
  dutiesOffReason: null,
  presetReasons: { reject: [], ask: [], release: [], cancel: [] },
  codingRequired: false,
  waiting: [],
};

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const second = await signedIn(door, 'administrator');
const path = `/companies/${door.company}/settings`;
afterAll(() => door.close());

const read = async (who = administrator) => (await who.call('GET', path)).body;
const change = (patch: unknown, who = administrator) => who.call('PATCH', path, patch);
const decide = (decision: 'confirm' | 'decline', id: string, who = second) =>
  who.call('POST', `${path}/proposals/${id}/${decision}`);
const refusal = ({ status, body }: Answer) => [status, body.parameters?.why];
const audited = async () =>
  (
    await door.pool.query(
      `SELECT action, subject_type, subject_id, data, operator_id FROM audit_log
       WHERE company_id = $1 AND action LIKE 'settings.%' ORDER BY seq`,
      [door.company],
    )
  ).rows;

it('by default payees need no second person, duties are separate, and limits are in Swedish crowns', async () => {
  expect(await read(await signedIn(door, 'viewer'))).toEqual(usual);
});

it('changed settings are stored, and the audit log has the previous values', async () => {
  const answer = await change({ payeeTakesTwo: true });
  expect(answer.status, answer.body.message).toBe(200);
  expect(answer.body).toEqual({ ...usual, payeeTakesTwo: true });
  expect((await change({ payeeTakesTwo: true })).body).toEqual({ ...usual, payeeTakesTwo: true });
  const subject = { subject_type: 'settings', subject_id: door.company, operator_id: administrator.id };
  const changes = [{ field: 'payeeTakesTwo', from: false, to: true }];
  expect(await audited()).toEqual([{ action: 'settings.changed', ...subject, data: { changes } }]);
  expect((await change({})).status).toBe(200);
  expect(await audited()).toHaveLength(1);
});

it.each([
  [{ payeeTakesTwo: false }, { setting: 'payeeTakesTwo', from: 'true', to: 'false', reason: null }],
  [{ currency: 'EUR' }, { setting: 'currency', from: 'SEK', to: 'EUR', reason: null }],
  [
    { separateDuties: false, reason: ' Only Anna approves. ' },
    { setting: 'separateDuties', from: 'true', to: 'false', reason: 'Only Anna approves.' },
  ],
])('%j weakens a duty: it takes effect when a second administrator confirms it', async (patch, proposal) => {
  await setSettings(door, { currency: 'SEK', payeeTakesTwo: true, dutiesOffReason: null });
  const before = await read();
  const logged = (await audited()).length;
  const answer = await change(patch);
  const own = { allowed: false, code: 'proposal.own', why: expect.any(String) };
  const by = { id: administrator.id, name: 'The administrator' };
  const about = { id: expect.any(String), ...proposal, by, at: expect.any(String) };
  expect(answer.body).toEqual({ ...before, waiting: [{ ...about, confirm: own }] });
  expect((await change(patch)).body).toEqual(answer.body);
  const [{ id }] = answer.body.waiting;
  expect(refusal(await decide('confirm', id, administrator))).toEqual([409, 'proposal.own']);
  expect((await read(await signedIn(door, 'approver'))).waiting).toMatchObject([{ confirm: { code: 'role.refused' } }]);
  expect((await decide('confirm', id, await signedIn(door, 'approver'))).status).toBe(403);
  expect((await read(second)).waiting).toMatchObject([{ confirm: { allowed: true } }]);
  // A check's path does not decide on a setting.
  const elsewhere = `/companies/${door.company}/checks/proposals/${id}/confirm`;
  expect(refusal(await second.call('POST', elsewhere))).toEqual([409, 'proposal.gone']);

  const { reason, ...changed } = patch as { reason?: string };
  const confirmed = await decide('confirm', id);
  expect(confirmed.body).toEqual({
    ...before,
    ...changed,
    dutiesOffReason: reason === undefined ? null : reason.trim(),
    waiting: [],
  });
  expect(refusal(await decide('confirm', id))).toEqual([409, 'proposal.gone']);
  const field = { field: proposal.setting };
  expect((await audited()).slice(logged)).toMatchObject([
    { action: 'settings.proposed', operator_id: administrator.id, data: { changes: [{ id, ...field }] } },
    { action: 'settings.changed', operator_id: second.id, data: { changes: [field], proposedBy: by } },
  ]);
});

it('a declined change leaves the setting as it is, and a stricter one replaces the proposal', async () => {
  await setSettings(door, { currency: 'SEK', payeeTakesTwo: true, dutiesOffReason: null });
  const [{ id }] = (await change({ payeeTakesTwo: false })).body.waiting;
  expect((await decide('decline', id)).body).toMatchObject({ payeeTakesTwo: true, waiting: [] });
  expect((await audited()).at(-1)).toMatchObject({ action: 'settings.declined', operator_id: second.id });
  await setSettings(door, { dutiesOffReason: 'Alone.' });
  await change({ payeeTakesTwo: false });
  expect((await change({ separateDuties: true })).body).toMatchObject({ separateDuties: true, dutiesOffReason: null });
  expect((await read()).waiting).toMatchObject([{ setting: 'payeeTakesTwo' }]);
  await decide('decline', (await read()).waiting[0].id, administrator);
});

it('two parallel changes do not undo each other', async () => {
  await setSettings(door, { payeeTakesTwo: false, dutiesOffReason: 'Alone.' });
  await Promise.all([change({ separateDuties: true }), change({ payeeTakesTwo: true })]);
  expect(await read()).toEqual({ ...usual, payeeTakesTwo: true });
});

it('preset reasons are changed one list at a time, and recorded', async () => {
  const presetReasons = { ...usual.presetReasons, reject: ['Wrong amount.', 'Sent twice.'] };
  const answer = await change({ presetReasons: { reject: [' Wrong amount.', 'Sent twice.'] } });
  expect(answer.body).toMatchObject({ presetReasons, waiting: [] });
  const entry = { field: 'presetReasons', from: usual.presetReasons, to: presetReasons };
  expect((await audited()).at(-1)).toMatchObject({ action: 'settings.changed', data: { changes: [entry] } });
  const logged = (await audited()).length;
  expect((await change({ presetReasons: { reject: presetReasons.reject, ask: [] } })).body).toEqual(answer.body);
  expect(await audited()).toHaveLength(logged);
  for (const [wrong, where] of [
    [Array.from({ length: 11 }, (_, n) => `Reason ${n}`), 'presetReasons.reject'],
    [['Twice.', 'Twice.'], 'presetReasons.reject'],
    [['Two\nlines'], 'presetReasons.reject[0]'],
    [[' '], 'presetReasons.reject[0]'],
    [['x'.repeat(201)], 'presetReasons.reject[0]'],
  ] as [string[], string][])
    expectProblem(await change({ presetReasons: { reject: wrong } }), 400, where);
  expectProblem(await change({ presetReasons: { rejects: [] } }), 400, 'presetReasons.rejects');
  await change({ presetReasons: usual.presetReasons });
});

it('unknown currencies and settings are refused', async () => {
  expectProblem(await change({ currency: 'QQQ' }), 400, 'currency is not an ISO 4217 code of a currency');
  expectProblem(await change({ currency: 'sek' }), 400, 'currency');
  expectProblem(await change({ payeeTakesTwo: 'yes' }), 400, 'payeeTakesTwo must be of type boolean');
  expectProblem(await change({ currencies: 'SEK' }), 400, 'currencies');
  expectProblem(await change({ separateDuties: false }), 400, 'reason is required');
  expectProblem(await change({ separateDuties: false, reason: ' ' }), 400, 'reason');
});

it('only administrators change settings, and each company has its own', async () => {
  const approver = await signedIn(door, 'approver');
  expect((await change({ payeeTakesTwo: false }, approver)).status).toBe(403);
  const { id: other } = await door.addCompany('Other');
  expect((await administrator.call('GET', `/companies/${other}/settings`)).body).toEqual(usual);
  expect((await (await signedIn(door, 'approver', other)).call('GET', path)).status).toBe(404);
});
