import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
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
  const form = { email: 'limited@example.com', name: 'Limited', companies };
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
  expect((await admit(id, { approvalLimit: '0' })).body.companies).toMatchObject([
    { role: 'approver', approvalLimit: '0' },
  ]);
  const unlimited = (await admit(id, { approvalLimit: null })).body.companies[0];
  expect(unlimited).toEqual({ id: door.company, name: door.companyName, role: 'approver' });
  expect(await stored(id)).toEqual([{ role: 'approver', limit: null }]);
  expect((await changesOf(id)).at(-1)).toEqual([
    {
      field: 'companies',
      from: [{ id: door.company, name: door.companyName, role: 'approver', approvalLimit: '0' }],
      to: [{ id: door.company, role: 'approver' }],
    },
  ]);
});

it('a limit is an amount of money, and never below zero', async () => {
  const { id } = await signedIn(door, 'approver');
  for (const approvalLimit of ['-1', '1e3', '1 000', '1,5', '1.505', '', '1'.repeat(16), 5])
    expectProblem(await admit(id, { approvalLimit }), 400, 'companies[0].approvalLimit');
  expect(await stored(id)).toEqual([{ role: 'approver', limit: null }]);
});
