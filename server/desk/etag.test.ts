import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDoor, paths, send, type Door } from '../testing/door.ts';
import { api, signedIn, type SignedIn } from '../testing/operator.ts';

let door: Door;
let approver: SignedIn;
let base: string;
let project: string;
beforeAll(async () => {
  door = await openDoor();
  approver = await signedIn(door, 'approver');
  base = `/companies/${door.company}`;
  await door.addSupplier('E1', { city: 'Visby' });
  const made = await approver.call('POST', `${base}/projects`, form('P1'));
  project = `${base}/projects/${made.body.id}`;
});
afterAll(() => door.close());

const form = (name: string) => ({
  number: 'P1',
  name,
  proposalIds: ['E-1'],
  facilities: [{ number: '1', name: 'House' }],
});
const etagAt = async (path: string) => (await approver.call('GET', path)).headers.get('etag') as string;
const change = (method: string, path: string, body: unknown, etag?: string) =>
  send(door.url, method, api + path, {
    body,
    headers: { cookie: approver.cookie, 'x-doorway-console': '1', ...(etag !== undefined && { 'if-match': etag }) },
  });

const records = [
  ['a supplier', () => `${base}/suppliers/E1`, (name: string) => ['PATCH', { name }] as const],
  ['a project', () => project, (name: string) => ['PUT', form(name)] as const],
] as const;

it.each(records)('the ETag of %s changes only if the record changes', async (_what, path, changing) => {
  const before = await etagAt(path());
  expect(before).toMatch(/^"[\w-]{27}"$/);
  expect(await etagAt(path())).toBe(before);
  const changed = await change(...withPath(path(), changing('Another')), before);
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(before);
  expect(await etagAt(path())).toBe(changed.headers.get('etag'));
});

const withPath = (path: string, [method, body]: readonly [string, unknown]): [string, string, unknown] => [
  method,
  path,
  body,
];

it.each(records)(
  'a change to %s with an outdated ETag is a 412 with the current values, and changes nothing',
  async (_what, path, changing) => {
    const read = await etagAt(path());
    await change(...withPath(path(), changing('Theirs')));
    const refused = await change(...withPath(path(), changing('Mine')), read);
    expect(refused).toMatchObject({
      status: 412,
      body: { code: 'record.changed', parameters: { name: 'Theirs', etag: expect.any(String) } },
    });
    expect(refused.headers.get('doorway-error')).toBe('record.changed');
    expect(refused.body.parameters.etag).toBe(await etagAt(path()));
    expect((await approver.call('GET', path())).body.name).toBe('Theirs');
    for (const etag of [`W/${refused.body.parameters.etag}`, '"another"', ''])
      expect((await change(...withPath(path(), changing('Mine')), etag)).status, etag).toBe(412);
    expect(
      (await change(...withPath(path(), changing('Mine')), `"another", ${refused.body.parameters.etag}`)).status,
    ).toBe(200);
    expect((await change(...withPath(path(), changing('Anybody’s')), '*')).status).toBe(200);
  },
);

it.each(records)('only one of ten parallel changes with the same ETag changes %s', async (_what, path, changing) => {
  const read = await etagAt(path());
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => change(...withPath(path(), changing(`Number ${n}`)), read)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
  const winner = answers.find(({ status }) => status === 200);
  expect((await approver.call('GET', path())).body.name).toBe(winner?.body.name);
});

it('a 412 has the facilities and proposal ids of a project, and masks a personal number', async () => {
  const refused = await change('PUT', project, form('Late'), '"read-long-ago"');
  expect(refused.body.parameters).toMatchObject({ number: 'P1', proposalIds: ['E-1'], facilities: ['1=House'] });
  await change('PATCH', `${base}/suppliers/E1`, { organizationalNumber: '121212-1212' });
  const masked = await change('PATCH', `${base}/suppliers/E1`, { city: 'Boden' }, '"read-long-ago"');
  expect(JSON.stringify(masked.body)).not.toContain('1212-1212');
  expect(masked.body.parameters).toMatchObject({ city: 'Visby', organizationalNumber: '121212-****' });
});

it('a missing record is a 404 with any If-Match', async () => {
  expect((await change('PATCH', `${base}/suppliers/nobody`, { city: 'x' }, '*')).status).toBe(404);
  expect((await door.call('GET', paths.suppliers)).status).toBe(200);
});
