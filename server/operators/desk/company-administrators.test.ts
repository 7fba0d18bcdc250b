import { afterAll, expect, it } from 'vitest';
import { openDoor, type Answer } from '../../testing/door.ts';
import { expectProblem } from '../../testing/problem.ts';
import { sandboxOf } from '../../testing/sandbox.ts';
import { api, signedIn, type SignedIn } from '../../testing/operator.ts';
import { newId } from '../../ground/db/ids.ts';
import { transaction } from '../../ground/db/pool.ts';
import { setCompanies } from '../store.ts';

const door = await openDoor();
const { id: other } = await door.addCompany('Other');
const own = door.company;
const installation = await signedIn(door, 'administrator');
const boss = await signedIn(door, 'companyAdministrator');
afterAll(() => door.close());

const addressOf = (name: string) => `${name.toLowerCase()}-${newId().slice(-6)}@example.com`;
const create = (by: SignedIn, body: object) =>
  by.call('POST', '/operators', { email: addressOf('someone'), name: 'Someone', ...body });

/** Created by an administrator of the installation, with the role viewer in both companies. */
const inBoth = async (): Promise<string> =>
  (
    await create(installation, {
      companies: [
        { id: own, role: 'viewer' },
        { id: other, role: 'viewer' },
      ],
    })
  ).body.id;

const rolesOf = async (id: string) => {
  const { rows } = await door.pool.query(
    'SELECT company_id AS id, role FROM operator_companies WHERE operator_id = $1 ORDER BY company_id',
    [id],
  );
  return Object.fromEntries(rows.map(({ id: company, role }) => [company, role])) as Record<string, string>;
};

const listed = async (by: SignedIn) => (await by.call('GET', '/operators?limit=200')).body.rows as { id: string }[];

const actsOn = (id: string): [what: string, act: () => Promise<Answer>][] => [
  ['rename', () => boss.call('PATCH', `/operators/${id}`, { name: 'Another name' })],
  ['disable', () => boss.call('PATCH', `/operators/${id}`, { disabled: true })],
  ['invite', () => boss.call('POST', `/operators/${id}/invitation`)],
  ['read tokens', () => boss.call('GET', `/operators/${id}/tokens`)],
  ['revoke a token', () => boss.call('DELETE', `/operators/${id}/tokens/${newId()}`)],
];

it('an administrator of a company sees its operators, and nothing of their other companies', async () => {
  const [both, elsewhere] = [await inBoth(), await signedIn(door, 'viewer', other)];
  const rows = await listed(boss);
  const row = rows.find(({ id }) => id === both);
  expect(row).toMatchObject({ rolesOnly: true, companies: [{ id: own, role: 'viewer' }] });
  expect(rows.find(({ id }) => id === boss.id)).toMatchObject({ rolesOnly: false });
  const ids = rows.map(({ id }) => id);
  expect(ids).not.toContain(elsewhere.id);
  expect(ids).not.toContain(installation.id);
  const file = await fetch(`${door.url}${api}/operators?format=csv`, { headers: { cookie: boss.cookie } });
  for (const text of [JSON.stringify(rows), await file.text()]) {
    expect(text).toContain(both);
    expect(text).not.toMatch(new RegExp(`Other|${other}|${elsewhere.email}`));
  }
  expect((await listed(installation)).find(({ id }) => id === both)).not.toHaveProperty('rolesOnly');
});

it('an administrator of a company creates operators of it, never of another one or of the installation', async () => {
  const made = await create(boss, { companies: [{ id: own, role: 'administrator', approvalLimit: '5' }] });
  expect([made.status, await rolesOf(made.body.id)]).toEqual([200, { [own]: 'administrator' }]);
  expectProblem(await create(boss, { administrator: true, companies: [{ id: own, role: 'viewer' }] }), 403);
  expectProblem(await create(boss, {}), 400, 'companies must name at least one company');
  const unknown = newId();
  for (const id of [other, unknown])
    expectProblem(await create(boss, { companies: [{ id, role: 'viewer' }] }), 400, `no company with the id ${id}`);
});

it('an administrator of a company changes only the roles in it of an operator who works in another one too', async () => {
  const id = await inBoth();
  for (const [what, act] of actsOn(id)) expect([what, (await act()).status]).toEqual([what, 403]);
  const path = `/operators/${id}`;
  expectProblem(await boss.call('PATCH', path, { companies: [{ id: other, role: 'viewer' }] }), 400, 'no company');
  const answer = await boss.call('PATCH', path, { companies: [] });
  expect([answer.status, answer.body.companies, JSON.stringify(answer.body)]).toEqual([
    200,
    [],
    expect.not.stringContaining(other),
  ]);
  expect(await rolesOf(id)).toEqual({ [other]: 'viewer' });
  const { rows } = (await boss.call('GET', `/companies/${own}/audit`)).body;
  expect(rows[0]).toMatchObject({ action: 'operator.rolechanged', data: { changes: [{ to: [] }] } });
  expect(JSON.stringify(rows)).not.toContain(other);
  // The operator is out of sight now.
  for (const [what, act] of actsOn(id)) expect([what, (await act()).status]).toEqual([what, 404]);
});

it('an administrator of a company does everything with an operator of this company alone, except leave them without one', async () => {
  const { id } = (await create(boss, { companies: [{ id: own, role: 'viewer' }] })).body;
  expectProblem(await boss.call('PATCH', `/operators/${id}`, { companies: [] }), 400, 'at least one company');
  expectProblem(await boss.call('PATCH', `/operators/${id}`, { administrator: true }), 403);
  const unheeded = { administrator: false, companies: [{ id: own, role: 'viewer' }] };
  expect((await boss.call('PATCH', `/operators/${id}`, unheeded)).status).toBe(200);
  expect((await boss.call('POST', `/operators/${id}/invitation`)).body).toHaveProperty('invitation');
  expect((await boss.call('GET', `/operators/${id}/tokens`)).status).toBe(200);
  const changed = await boss.call('PATCH', `/operators/${id}`, { name: 'Renamed', disabled: true });
  expect(changed.body).toMatchObject({ name: 'Renamed', disabledAt: expect.any(String) });
});

it('nobody but those of the installation touches an administrator of the installation, also one with a role in the company', async () => {
  const { id } = (await create(installation, { administrator: true, companies: [{ id: own, role: 'viewer' }] })).body;
  const acts = [
    ...actsOn(id),
    ['change roles', () => boss.call('PATCH', `/operators/${id}`, { companies: [] })] as const,
    ['demote', () => boss.call('PATCH', `/operators/${id}`, { administrator: false })] as const,
  ];
  for (const [what, act] of acts) expect([what, (await act()).status]).toEqual([what, 403]);
  for (const [what, act] of actsOn(installation.id)) expect([what, (await act()).status]).toEqual([what, 404]);
  expect(await rolesOf(id)).toEqual({ [own]: 'viewer' });
});

it('an administrator of a company does not raise themselves', async () => {
  const { id: sandbox } = await sandboxOf(door);
  const mixed = await signedIn(door, 'companyAdministrator');
  await transaction(door.pool, (tx) =>
    setCompanies(tx, mixed.id, [
      { id: own, role: 'administrator' },
      { id: other, role: 'viewer' },
    ]),
  );
  const patch = (body: object) => mixed.call('PATCH', `/operators/${mixed.id}`, body);
  expectProblem(await patch({ administrator: true }), 403);
  expectProblem(await patch({ companies: [{ id: other, role: 'approver' }] }), 400, 'no company');
  const companies = [own, sandbox].map((id) => ({ id, role: 'administrator' }));
  expectProblem(await patch({ companies }), 403, 'may not give these rights');
  expect(await rolesOf(mixed.id)).toEqual({ [own]: 'administrator', [other]: 'viewer' });
});

it('more rights in a company wait for somebody else who reaches it, and only such a person sees and confirms them', async () => {
  const lone = await signedIn(door, 'companyAdministrator', other);
  const { id } = (await create(installation, { companies: [{ id: other, role: 'viewer' }] })).body;
  const wanted = { companies: [{ id: other, role: 'administrator' }] };
  expect((await lone.call('PATCH', `/operators/${id}`, wanted)).status).toBe(200);
  expect(await rolesOf(id)).toEqual({ [other]: 'viewer' });
  const proposalsFor = async (who: SignedIn) => (await who.call('GET', '/operators/proposals')).body.proposals;
  const [proposal] = await proposalsFor(lone);
  expect(proposal).toMatchObject({
    company: expect.stringContaining('Other'),
    from: { role: 'viewer' },
    to: { role: 'administrator' },
    confirm: { allowed: false },
  });
  expect(await proposalsFor(boss)).toEqual([]);
  const confirm = (who: SignedIn) => who.call('POST', `/operators/proposals/${proposal.id}/confirm`);
  for (const who of [boss, lone]) expectProblem(await confirm(who), 409);
  expectProblem(await boss.call('POST', `/operators/proposals/${proposal.id}/decline`), 409);
  expect((await confirm(installation)).status).toBe(200);
  expect(await rolesOf(id)).toEqual({ [other]: 'administrator' });
  const log = async (who: SignedIn, path: string) => (await who.call('GET', `${path}/audit?sort=seq`)).body;
  const { rows } = await log(lone, `/companies/${other}`);
  const ofOperator = rows.filter(({ subjectId }: { subjectId: string }) => subjectId === id);
  expect(ofOperator).toMatchObject([
    { action: 'operator.rolechanged', data: { changes: [{ from: [], to: [{ id: other, role: 'viewer' }] }] } },
    { action: 'operator.rolechanged', data: { changes: [{ to: [{ id: other, role: 'administrator' }] }] } },
  ]);
  expect((await log(lone, '')).message).toBe('Only an administrator may do this. Ask one.');
});
