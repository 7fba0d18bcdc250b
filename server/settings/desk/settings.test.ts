import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';

const usual = { currency: 'SEK', payeeTakesTwo: false, separateDuties: true, dutiesOffReason: null };

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const path = `/companies/${door.company}/settings`;
afterAll(() => door.close());

const read = async (who = administrator) => (await who.call('GET', path)).body;
const change = (patch: unknown, who = administrator) => who.call('PATCH', path, patch);
const audited = async () =>
  (
    await door.pool.query(
      `SELECT subject_type, subject_id, data, operator_id FROM audit_log WHERE company_id = $1 AND action = 'settings.changed' ORDER BY seq`,
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
  expect((await change({ currency: 'EUR', payeeTakesTwo: true })).body).toEqual({
    ...usual,
    currency: 'EUR',
    payeeTakesTwo: true,
  });
  expect(await read()).toEqual({ ...usual, currency: 'EUR', payeeTakesTwo: true });
  const subject = { subject_type: 'settings', subject_id: door.company, operator_id: administrator.id };
  expect(await audited()).toEqual([
    { ...subject, data: { changes: [{ field: 'payeeTakesTwo', from: false, to: true }] } },
    { ...subject, data: { changes: [{ field: 'currency', from: 'SEK', to: 'EUR' }] } },
  ]);
  expect((await change({ currency: 'EUR' })).status).toBe(200);
  expect((await change({})).status).toBe(200);
  expect(await audited()).toHaveLength(2);
});

it('two parallel changes do not undo each other', async () => {
  await change({ currency: 'SEK', payeeTakesTwo: false });
  await Promise.all([change({ currency: 'NOK' }), change({ payeeTakesTwo: true })]);
  expect(await read()).toEqual({ ...usual, currency: 'NOK', payeeTakesTwo: true });
});

it('unknown currencies and settings are refused', async () => {
  expectProblem(await change({ currency: 'QQQ' }), 400, 'currency is not an ISO 4217 code of a currency');
  expectProblem(await change({ currency: 'sek' }), 400, 'currency');
  expectProblem(await change({ payeeTakesTwo: 'yes' }), 400, 'payeeTakesTwo must be of type boolean');
  expectProblem(await change({ currencies: 'SEK' }), 400, 'currencies');
});

it('only administrators change settings, and each company has its own', async () => {
  const approver = await signedIn(door, 'approver');
  expect((await change({ payeeTakesTwo: false }, approver)).status).toBe(403);
  const { id: other } = await door.addCompany('Other');
  expect((await administrator.call('GET', `/companies/${other}/settings`)).body).toEqual(usual);
  expect((await (await signedIn(door, 'approver', other)).call('GET', path)).status).toBe(404);
});

it('duties are switched off with a reason, which the audit log keeps, and on again without', async () => {
  const before = (await audited()).length;
  expectProblem(await change({ separateDuties: false }), 400, 'reason is required');
  expectProblem(await change({ separateDuties: false, reason: ' ' }), 400, 'reason');
  const off = await change({ separateDuties: false, reason: ' Only Anna approves. ' });
  expect(off.body).toMatchObject({ separateDuties: false, dutiesOffReason: 'Only Anna approves.' });
  expect((await change({ currency: 'DKK', separateDuties: false, reason: 'Another.' })).body).toEqual({
    ...off.body,
    currency: 'DKK',
  });
  expect(await read()).toMatchObject({ separateDuties: false, dutiesOffReason: 'Only Anna approves.' });
  expect((await change({ separateDuties: true })).body).toMatchObject({ separateDuties: true, dutiesOffReason: null });
  expect((await audited()).slice(before).map(({ data }) => data)).toMatchObject([
    { changes: [{ field: 'separateDuties', from: true, to: false }], reason: 'Only Anna approves.' },
    { changes: [{ field: 'currency', to: 'DKK' }] },
    { changes: [{ field: 'separateDuties', from: false, to: true }] },
  ]);
});
