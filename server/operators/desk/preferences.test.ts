import { afterAll, expect, it } from 'vitest';
import { openDoor, send } from '../../testing/door.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
afterAll(() => door.close());

const choose = (chosen: unknown, who = viewer) => who.call('PUT', '/session/preferences', chosen);
const kept = async (who = viewer) => (await who.call('GET', '/session')).body.preferences;
const invoices = { list: 'invoices', columns: ['number', 'supplier', 'due'] };

it('preferences apply to every session of the operator, and to nobody else', async () => {
  expect(await kept()).toEqual({});
  const all = {
    language: 'sv',
    colours: 'dark',
    timeZone: 'Europe/Helsinki',
    density: 'compact',
    split: 60,
    columns: [invoices],
  };
  expect(await choose(all)).toMatchObject({ status: 200, body: all });
  expect(await kept()).toEqual(all);
  expect(await kept(await signedIn(door, 'viewer'))).toEqual({});
  expect((await choose({ language: 'en' })).body).toEqual({ ...all, language: 'en' });
  expect((await choose({})).body).toEqual({ ...all, language: 'en' });
});

it('parallel changes of different preferences do not undo each other', async () => {
  const operator = await signedIn(door, 'approver');
  const lists = Array.from({ length: 12 }, (_, n) => ({ list: `list ${n}`, columns: ['number'] }));
  const answers = await Promise.all([
    choose({ language: 'sv' }, operator),
    choose({ colours: 'dark' }, operator),
    ...lists.map((list) => choose({ columns: [list] }, operator)),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { columns, ...others } = await kept(operator);
  expect(others).toEqual({ language: 'sv', colours: 'dark' });
  expect(columns).toHaveLength(lists.length);
  expect(columns).toEqual(expect.arrayContaining(lists));
});

it('unknown or oversized preferences are refused, and nothing is stored', async () => {
  const operator = await signedIn(door, 'viewer');
  await choose({ colours: 'light', columns: [invoices] }, operator);
  const names = (count: number, length = 4) => Array.from({ length: count }, (_, n) => `${n}`.padStart(length, 'x'));
  const lists = (count: number, columns: string[], prefix = 'list') =>
    Array.from({ length: count }, (_, n) => ({ list: `${prefix} ${n}`, columns }));
  for (const [wrong, said] of [
    [{ colors: 'dark' }, 'did you mean colours'],
    [{ colours: 'dark', language: 'fi' }, 'language must be one of'],
    [{ colours: 'dark', density: 1 }, 'density'],
    [{ colours: 'dark', split: 101 }, 'split is not valid'],
    [{ colours: 'dark', timeZone: 'x'.repeat(65) }, 'timeZone must have at most 64 characters'],
    [{ colours: 'dark', columns: { invoices: [] } }, 'columns must be an array'],
    [{ colours: 'dark', columns: lists(1, names(51)) }, 'columns[0].columns must have at most 50'],
    [{ colours: 'dark', columns: lists(21, names(1)) }, 'columns must have at most 20'],
    // One more than fits, because one is stored already.
    [{ colours: 'dark', columns: lists(20, names(1)) }, 'columns must have at most 20'],
    [{ colours: 'dark', columns: lists(10, names(50, 60)) }, 'columns must have at most 8,192 characters'],
    [[], 'must be a JSON object'],
  ] as const)
    expectProblem(await choose(wrong, operator), 400, said);
  expect(await kept(operator)).toEqual({ colours: 'light', columns: [invoices] });
});

it('preferences need a sign-in, and cannot be changed by another site’s page', async () => {
  const put = (headers: Record<string, string>) =>
    send(door.url, 'PUT', `${api}/session/preferences`, { body: { language: 'sv' }, headers });
  expectProblem(await put({}), 401);
  expectProblem(await put({ cookie: viewer.cookie }), 403);
});
