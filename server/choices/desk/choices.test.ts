import { afterAll, expect, it } from 'vitest';
import { updateOperator } from '../../operators/admin-store.ts';
import { openDoor, paths } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
await door.addSupplier('1042', { name: 'Nordbygg Material AB' });
await door.addSupplier('42', { name: 'Åkeri & Co' });
await door.addSupplier('7', { name: 'Bygg_100% AB', bankGiro: '991-2346' });
await door.addProject({ number: 'P-9', name: 'Kvarteret Eken', proposalIds: ['X'], facilities: [] });
for (const [at, projectName] of ['Örnen', 'örnen', 'kvarteret eken', ' ', 'Örnens bo'].entries())
  await door.post(paths.invoices, { externalReferenceId: `i${at}`, supplierNumber: '42', projectName });
const { token: elsewhere } = await door.addCompany('Elsewhere', 'Scanner of others');
await door.call('POST', paths.suppliers, { token: elsewhere, body: { number: '10421', name: 'Nordbygg' } });
await door.call('POST', paths.invoices, {
  token: elsewhere,
  body: { externalReferenceId: 'x', supplierNumber: '10421', projectName: 'Örnen elsewhere' },
});
afterAll(() => door.close());

const choices = async (query: string) => {
  const { status, body } = await viewer.call('GET', `/companies/${door.company}/choices?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.choices as { value: string; label: string; detail: string }[];
};
const values = async (query: string) => (await choices(query)).map(({ value }) => value);

it('a supplier is found by part of its name or number, in any case, and the whole number comes first', async () => {
  expect(await choices('of=supplier&q=NORDB')).toEqual([
    { value: '1042', label: 'Nordbygg Material AB', detail: '1042' },
  ]);
  expect(await values('of=supplier&q=%C3%85KERI')).toEqual(['42']);
  expect(await values('of=supplier&q=42')).toEqual(['42']);
  expect(await values('of=supplier&q=042')).toEqual(['1042']);
  expect(await values('of=supplier&q=bygg')).toEqual(['7', '1042']);
  expect(await values('of=supplier&q=_100%25')).toEqual(['7']);
  expect(await values('of=supplier&q=zzz')).toEqual([]);
  expect(await values('of=supplier')).toEqual(['7', '1042', '42']);
});

it('a partner is found by part of its name', async () => {
  const found = await choices('of=partner&q=CANN');
  expect(found).toEqual([{ value: expect.stringMatching(/^[0-9a-f-]{36}$/), label: 'Scanner', detail: '' }]);
});

it('a project is found by name or number, and by a name that only invoices have, each once', async () => {
  expect(await choices('of=project&q=p-9')).toEqual([
    { value: 'Kvarteret Eken', label: 'Kvarteret Eken', detail: 'P-9' },
  ]);
  expect(await values('of=project&q=%C3%B6RN')).toEqual(['Örnen', 'Örnens bo']);
  expect((await values('of=project')).sort()).toEqual(['Kvarteret Eken', 'Örnen', 'Örnens bo']);
});

it('operators are those who may enter the company and are not disabled', async () => {
  const approver = await signedIn(door, 'approver');
  const administrator = await signedIn(door, 'administrator');
  const gone = await signedIn(door, 'viewer');
  await updateOperator(door.pool, { id: gone.id, name: 'Gone', administrator: false, disabledAt: new Date() });
  const stranger = await signedIn(door, 'viewer', (await door.addCompany('Elsewhere')).id);
  const found = await values('of=operator');
  expect(found.sort()).toEqual([viewer.id, approver.id, administrator.id].sort());
  expect(found).not.toContain(stranger.id);
  expect(await choices(`of=operator&q=${approver.email.toUpperCase()}`)).toEqual([
    { value: approver.id, label: 'The approver', detail: approver.email },
  ]);
});

it('words in any order and without accents find a choice, and numbers are in the order of their values', async () => {
  expect(await values('of=supplier&q=co%20akeri')).toEqual(['42']);
  expect(await values('of=project&q=eken%20KVARTER')).toEqual(['Kvarteret Eken']);
  expect(await values('of=project&q=orn')).toEqual(['Örnen', 'Örnens bo']);
  for (const n of [10, 9])
    await door.addProject({ number: `H${n}`, name: `Hus ${n}`, proposalIds: [], facilities: [] });
  expect(await values('of=project&q=hus')).toEqual(['Hus 9', 'Hus 10']);
});

it('a record is found by its value, whatever the search text', async () => {
  expect(await choices('of=supplier&value=1042&q=zzz')).toMatchObject([{ label: 'Nordbygg Material AB' }]);
  expect(await choices(`of=operator&value=${viewer.id}`)).toMatchObject([{ label: 'The viewer' }]);
  expect(await choices('of=project&value=%C3%B6rnen')).toMatchObject([{ label: 'Örnen' }]);
  expect(await choices('of=project&value=p-9')).toMatchObject([{ label: 'Kvarteret Eken' }]);
  expect(await choices('of=partner&value=scanner')).toMatchObject([{ label: 'Scanner' }]);
  expect(await choices('of=partner&value=nothing')).toEqual([]);
});

it('at most twenty are answered', async () => {
  for (let n = 0; n < 21; n++) await door.addSupplier(`many${n}`, { name: `Many ${n}` });
  expect(await values('of=supplier&q=many')).toHaveLength(20);
});

it.each(['of=invoice', 'of=supplier&q=%20', `of=supplier&q=${'a'.repeat(101)}`, 'of=supplier&q=%00'])(
  'the query %s is a 400 that names the parameter',
  async (query) =>
    expectProblem(
      await viewer.call('GET', `/companies/${door.company}/choices?${query}`),
      400,
      new RegExp(`^${query.includes('q=') ? 'q' : 'of'} `),
    ),
);
