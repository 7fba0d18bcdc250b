import { afterAll, expect, it } from 'vitest';
import { openDoor, type Answer } from '../../testing/door.ts';
import { signedIn, type SignedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
const base = `/companies/${door.company}/views`;
const [owner, other] = [await signedIn(door, 'approver'), await signedIn(door, 'approver')];
const [administrator, viewer] = [await signedIn(door, 'administrator'), await signedIn(door, 'viewer')];
afterAll(() => door.close());

const usual = { list: 'invoices', query: { state: 'received', sort: 'dueDate' }, shared: false };
const save = (form: object, by = owner) => by.call('POST', base, { ...usual, ...form });
const change = (id: string, patch: object, by = owner) => by.call('PATCH', `${base}/${id}`, patch);
const remove = (id: string, by = owner) => by.call('DELETE', `${base}/${id}`);
const done = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const seen = async (by: SignedIn): Promise<string[]> =>
  done(await by.call('GET', `${base}?list=invoices`)).views.map(({ name }: { name: string }) => name);
const audited = async (id: string): Promise<string[]> =>
  (await door.pool.query('SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY seq', [id])).rows.map(
    ({ action }) => action,
  );

it('only its owner sees a view until it is shared, which the audit log records', async () => {
  const view = done(await save({ name: ' Mine ' }));
  expect(view).toEqual({
    ...usual,
    id: expect.any(String),
    name: 'Mine',
    own: true,
    by: 'The approver',
    mayChange: true,
  });
  expect(done(await owner.call('GET', `${base}?list=invoices`))).toEqual({ views: [view] });
  expect(await seen(other)).toEqual([]);
  expect(await audited(view.id)).toEqual([]);
  expect(done(await change(view.id, { shared: true }))).toEqual({ ...view, shared: true });
  const { views } = done(await other.call('GET', `${base}?list=invoices`));
  expect(views).toEqual([{ ...view, shared: true, own: false, mayChange: false }]);
  expect(await seen(viewer)).toEqual(['Mine']);
  expect((await remove(view.id)).status).toBe(204);
  expect(await seen(other)).toEqual([]);
  expect(await audited(view.id)).toEqual(['view.updated', 'view.deleted']);
});

it('the name and filters of a view can be changed, and fields that are not sent stay', async () => {
  const { id } = done(await save({ name: 'Before' }));
  expect(done(await change(id, { name: 'After' }))).toMatchObject({ name: 'After', query: usual.query });
  expect(done(await change(id, { query: { q: 'rör' } }))).toMatchObject({ name: 'After', query: { q: 'rör' } });
  expect(await seen(owner)).toEqual(['After']);
  await remove(id);
});

it('only its owner or an administrator changes a view that is shared, and nobody else sees one that is not', async () => {
  const shared = done(await save({ name: 'Ours', shared: true }));
  const own = done(await save({ name: 'Not yours' }));
  expectProblem(await change(shared.id, { name: 'Theirs' }, other), 403);
  expectProblem(await remove(shared.id, other), 403);
  expectProblem(await change(own.id, { name: 'Theirs' }, other), 404);
  expectProblem(await remove(own.id, administrator), 404);
  expect(done(await change(shared.id, { name: 'All of us' }, administrator))).toMatchObject({ own: false });
  expect(await seen(owner)).toEqual(['All of us', 'Not yours']);
  expect((await remove(shared.id, administrator)).status).toBe(204);
  expect(await audited(shared.id)).toEqual(['view.created', 'view.updated', 'view.deleted']);
  await remove(own.id);
});

it('an operator’s view names are unique, even in parallel; another operator may use the same name', async () => {
  const answers = await Promise.all([save({ name: 'Once' }), save({ name: 'Once' }), save({ name: 'Once' })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const late = await save({ name: 'Once' });
  expectProblem(late, 409, 'a view with the name');
  expect(late.body).toMatchObject({ code: 'view.exists', parameters: { name: 'Once' } });
  const { id } = done(await save({ name: 'Twice' }));
  expectProblem(await change(id, { name: 'Once' }), 409, 'a view with the name');
  expect(done(await change(id, { name: 'Twice', shared: true }))).toMatchObject({ name: 'Twice' });
  expect(done(await save({ name: 'Once' }, other))).toMatchObject({ name: 'Once' });
});

it('an operator has at most a hundred views of a list', async () => {
  const collector = await signedIn(door, 'approver');
  const answers: Answer[] = [];
  // In groups: on a busy machine, all at once would exceed the time limit for a connection.
  for (let group = 0; group < 6; group++)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 17 }, (_, at) => save({ name: `View ${17 * group + at}` }, collector)),
      )),
    );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  expectProblem(answers.find(({ status }) => status !== 200) as Answer, 409, 'You already have 100 views');
});

it.each([
  ['a filter that the list does not have', { query: { colour: 'red' } }, 'query.colour'],
  ['the page of a list', { query: { after: 'x' } }, 'query.after'],
  ['a value that is no text', { query: { state: 1 } }, 'query.state'],
  ['a value that is too long', { query: { q: 'x'.repeat(201) } }, 'query.q'],
  ['no name', { name: ' ' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(101) }, 'name'],
  ['a list that has no views', { list: 'calls' }, 'list'],
  ['another field', { icon: 'x' }, 'icon'],
])('%s is a 400, and nothing is saved', async (_what, form, message) => {
  const before = await seen(owner);
  expectProblem(await save({ name: 'Wrong', ...form }), 400, message);
  expect(await seen(owner)).toEqual(before);
});

it('a viewer cannot save views, and another company does not see them', async () => {
  const { id } = done(await save({ name: 'Here', shared: true }));
  expectProblem(await save({ name: 'Viewed' }, viewer), 403, 'viewer');
  const elsewhere = await door.addCompany('Elsewhere');
  const there = `/companies/${elsewhere.id}/views`;
  expect(done(await administrator.call('GET', `${there}?list=invoices`))).toEqual({ views: [] });
  expectProblem(await administrator.call('DELETE', `${there}/${id}`), 404);
});
