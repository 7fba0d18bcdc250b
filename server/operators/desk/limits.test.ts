import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { confirmRights } from '../../testing/settings.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const second = await signedIn(door, 'administrator');
afterAll(() => door.close());

const stored = async (id: string) =>
  (
    await door.pool.query('SELECT role, approval_limit::text AS limit FROM operator_companies WHERE operator_id = $1', [
      id,
    ])
  ).rows;
const find = async (id: string) =>
  (await administrator.call('GET', '/operators?limit=200&sort=-createdAt')).body.rows.find(
    (row: { id: string }) => row.id === id,
  );
const admit = (id: string, more: object) =>
  administrator.call('PATCH', `/operators/${id}`, { companies: [{ id: door.company, role: 'approver', ...more }] });
const changesOf = async (id: string) =>
  (
    await door.pool.query(
      `SELECT data -> 'changes' AS changes FROM audit_log WHERE subject_id = $1 AND action = 'operator.updated' ORDER BY seq`,
      [id],
    )
  ).rows.map(({ changes }) => changes);

it('a limit is set with the role, kept by changes without the field, and removed by null', async () => {
  const companies = [{ id: door.company, role: 'approver', approvalLimit: '50000.50' }];
  const form = { email: 'with-a-limit@example.com', name: 'Limited', companies };
  const { id } = (await administrator.call('POST', '/operators', form)).body;
  expect(await find(id)).toMatchObject({ companies: [{ role: 'approver', approvalLimit: '50000.50' }] });
  // The same amount in other digits, and a change without the field.
  for (const same of [{ approvalLimit: '50000.5' }, {}]) {
    const answer = await admit(id, same);
    expect(answer.status, answer.body.message).toBe(200);
    expect(answer.body.companies).toMatchObject([{ approvalLimit: '50000.50' }]);
  }
  expect(await changesOf(id)).toEqual([]);
  expect((await admit(id, { role: 'viewer' })).body.companies).toMatchObject([
    { role: 'viewer', approvalLimit: '50000.50' },
  ]);
  await admit(id, { approvalLimit: '0' });
  await confirmRights(second);
  expect((await find(id)).companies).toMatchObject([{ role: 'approver', approvalLimit: '0' }]);
  await admit(id, { approvalLimit: null });
  await confirmRights(second);
  const unlimited = (await find(id)).companies[0];
  expect(unlimited).toEqual({ id: door.company, name: door.companyName, role: 'approver' });
  expect(await stored(id)).toEqual([{ role: 'approver', limit: null }]);
  expect((await changesOf(id)).at(-1)).toEqual([
    { field: 'companies', from: [], to: [{ id: door.company, role: 'approver' }] },
  ]);
});

it('a limit is an amount of money, and never below zero', async () => {
  const { id } = await signedIn(door, 'approver');
  for (const approvalLimit of ['-1', '1e3', '1 000', '1,5', '1.505', '', '1'.repeat(16), 5])
    expectProblem(await admit(id, { approvalLimit }), 400, 'companies[0].approvalLimit');
  expect(await stored(id)).toEqual([{ role: 'approver', limit: null }]);
});

it('more rights wait for a second administrator, and fewer rights apply at once', async () => {
  const { id } = await signedIn(door, 'approver');
  const waiting = async (who = second) =>
    (await who.call('GET', '/operators/proposals')).body.proposals.filter(
      ({ operator }: { operator: { id: string } }) => operator.id === id,
    );
  expect((await admit(id, { approvalLimit: '100' })).body.companies).toMatchObject([{ approvalLimit: '100' }]);
  for (const more of [{ approvalLimit: '100.01' }, { approvalLimit: null }]) {
    const answer = await admit(id, more);
    expect([answer.status, answer.body.companies]).toMatchObject([200, [{ approvalLimit: '100' }]]);
  }
  const [proposal] = await waiting();
  expect(await waiting()).toEqual([
    {
      id: expect.any(String),
      operator: { id, name: 'The approver' },
      company: door.companyName,
      from: { role: 'approver', approvalLimit: '100' },
      to: { role: 'approver' },
      by: { id: administrator.id, name: 'The administrator' },
      at: expect.any(String),
      confirm: { allowed: true },
    },
  ]);
  const decide = (decision: string, who: typeof second) =>
    who.call('POST', `/operators/proposals/${proposal.id}/${decision}`);
  expect((await decide('confirm', administrator)).body.parameters).toEqual({ why: 'proposal.own' });
  expect((await decide('confirm', await signedIn(door, 'approver'))).status).toBe(403);
  expect((await decide('decline', administrator)).status).toBe(200);
  expect([await waiting(), await stored(id)]).toEqual([[], [{ role: 'approver', limit: '100' }]]);

  // Neither does it help to leave the company, or to be only a viewer, in between.
  for (const between of [[], [{ id: door.company, role: 'viewer', approvalLimit: null }]]) {
    await administrator.call('PATCH', `/operators/${id}`, { companies: between });
    await admit(id, { approvalLimit: '5000' });
    expect((await stored(id)).filter(({ role }) => role === 'approver')).toEqual([]);
  }
  await administrator.call('PATCH', `/operators/${id}`, { administrator: true });
  expect((await find(id)).administrator).toBe(false);
  expect(await waiting()).toMatchObject([
    { from: { role: 'viewer' }, to: { role: 'approver', approvalLimit: '5000' } },
    { company: null, to: { role: 'administrator' } },
  ]);
  await confirmRights(second);
  expect([(await find(id)).administrator, await stored(id)]).toEqual([true, [{ role: 'approver', limit: '5000' }]]);
});
