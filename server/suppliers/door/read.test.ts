import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
await door.addSupplier('Å 1/2?', { name: 'Nordbygg', bankGiro: '991-2346' });
afterAll(() => door.close());

const read = (number: string, call = {}) => door.call('GET', `${paths.suppliers}/${encodeURIComponent(number)}`, call);

it('a supplier is answered as in the list, with an ETag', async () => {
  const { body, headers, status } = await read('Å 1/2?');
  expect(status).toBe(200);
  expect((await door.call('GET', paths.suppliers)).body.suppliers).toEqual([body]);
  expect((await read(' A\u030a 1/2?')).body).toEqual(body);
  const etag = headers.get('etag') as string;
  expect((await read('Å 1/2?', { headers: { 'if-none-match': etag } })).status).toBe(304);
});

it('an unknown supplier is a 404 that names the nearest, also one of another company', async () => {
  const { token } = await door.addCompany('Other');
  await door.addSupplier('1042');
  const answer = await read('1043');
  expectProblem(answer, 404, 'There is no supplier with the number "1043". Did you mean "1042"?');
  expect(answer.headers.get('doorway-error')).toBe('supplier.unknown');
  expectProblem(await read('1042', { token }), 404, 'There is no supplier with the number "1042".');
  expectProblem(await read('\0'), 404);
  expectProblem(await read('9'.repeat(2_000)), 404);
});

it('reading a supplier needs suppliers:read', async () => {
  const token = await door.tokenFor({ scopes: ['suppliers:write'] });
  expectProblem(await read('1042', { token }), 403);
});
