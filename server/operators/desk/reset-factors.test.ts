import { afterAll, beforeEach, expect, it } from 'vitest';
import { withPasskey } from '../../testing/authenticator.ts';
import { runCommand } from '../../testing/command-line.ts';
import { openDoor } from '../../testing/door.ts';
import { signedIn, type SignedIn } from '../../testing/operator.ts';
import { smtpForThisTest, wayForThisTest } from '../../testing/smtp.ts';
import { updateOperator } from '../admin-store.ts';

const door = await openDoor();
let first: SignedIn;
afterAll(() => door.close());
beforeEach(async () => {
  await door.pool.query('UPDATE operators SET disabled_at = now() WHERE administrator');
  first = await signedIn(door, 'administrator');
});

const reset = (by: SignedIn, { id }: SignedIn) => by.call('POST', `/operators/${id}/factors/reset`);
const waiting = async (by: SignedIn) => (await by.call('GET', '/operators/proposals')).body.resets;
const decide = (by: SignedIn, id: string, decision: string) =>
  by.call('POST', `/operators/proposals/${id}/${decision}`);
const factorsOf = async ({ id }: SignedIn) =>
  (await door.pool.query('SELECT FROM operator_factors WHERE operator_id = $1', [id])).rowCount;
const audited = async ({ id }: SignedIn) =>
  (
    await door.pool.query(
      `SELECT action FROM audit_log WHERE subject_id = $1 AND action LIKE 'operator.%reset%' ORDER BY id`,
      [id],
    )
  ).rows.map(({ action }) => action);

it('a lost factor is removed by two administrators, neither of them the person', async () => {
  const [second, clerk] = [await signedIn(door, 'administrator'), await signedIn(door, 'approver')];
  expect((await reset(first, clerk)).status).toBe(409);
  await withPasskey(clerk);
  const { body } = await reset(first, clerk);
  expect(body.resets).toMatchObject([
    { operator: { id: clerk.id }, by: { id: first.id }, confirm: { allowed: false } },
  ]);
  const [{ id }] = body.resets;
  expect([await factorsOf(clerk), (await decide(first, id, 'confirm')).status]).toEqual([1, 409]);
  expect(await waiting(second)).toMatchObject([{ id, confirm: { allowed: true } }]);
  expect((await decide(second, id, 'confirm')).body).toMatchObject({ resets: [] });
  expect([await factorsOf(clerk), (await clerk.call('GET', '/session')).status]).toEqual([0, 401]);
  expect(await audited(clerk)).toEqual(['operator.resetproposed', 'operator.factorsreset']);
});

it('an administrator cannot confirm the reset of their own factor, and anybody declines it', async () => {
  const [second, third] = [await signedIn(door, 'administrator'), await signedIn(door, 'administrator')];
  await withPasskey(second);
  const [{ id }] = (await reset(first, second)).body.resets;
  expect(await waiting(second)).toMatchObject([{ id, confirm: { allowed: false } }]);
  expect((await decide(second, id, 'confirm')).body.parameters.why).toBe('proposal.own');
  expect((await decide(third, id, 'decline')).body.resets).toEqual([]);
  expect([await factorsOf(second), await audited(second)]).toEqual([
    1,
    ['operator.resetproposed', 'operator.resetdeclined'],
  ]);
});

it('without a second administrator who is not the person it is done at once', async () => {
  const other = await signedIn(door, 'administrator');
  await withPasskey(other);
  expect((await reset(first, other)).body.resets).toEqual([]);
  expect([await factorsOf(other), await audited(other)]).toEqual([0, ['operator.factorsreset']]);
  await updateOperator(door.pool, { id: other.id, name: 'Other', administrator: false, disabledAt: null });
});

it('the command line removes the factors of the last administrator, audited', async () => {
  await withPasskey(first);
  const smtp = await smtpForThisTest();
  const way = await wayForThisTest(smtp);
  const args = ['operator', 'reset-factors', '--email', first.email];
  const env = {
    DATA_DIR: door.dataDir,
    DATABASE_URL: door.database.url,
    SMTP_URL: way.url,
    MAIL_FROM: 'Doorway <doorway@example.com>',
  };
  expect(await runCommand(args, env)).toMatchObject({ code: 0, stdout: '' });
  expect(smtp.received).toMatchObject([
    {
      to: [first.email],
      subject: 'Your second factor at Doorway was removed',
      text: expect.stringContaining('/console/account'),
    },
  ]);
  expect([await factorsOf(first), await audited(first)]).toEqual([0, ['operator.factorsreset']]);
  expect((await runCommand(args, env)).code).not.toBe(0);
});
