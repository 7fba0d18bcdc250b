import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';

const door = await openDoor();
await door.addSupplier('1');
afterAll(() => door.close());

const send = (articles: string, more = '') =>
  door.call('POST', paths.invoices, {
    token: door.token,
    raw: `{"externalReferenceId":"${crypto.randomUUID()}","supplierNumber":"1"${more},"articles":[${articles}]}`,
    headers: { 'content-type': 'application/json' },
  });
const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join(',');
const good = '{"articleDescription":"Gipsskiva 13 mm","price":1.5}';

it('all problems of 5,000 wrong lines are counted, and the first are named', async () => {
  const { status, body } = await send(lines(5_000, '{"price":"x","unit":1}'), ',"totalPrice":"y"');
  expect(status).toBe(400);
  expect(body.message).toContain('totalPrice must be a number; articles[0].price must be a number; articles[0].unit');
  // The named ones and the rest are 2 for each line and the total.
  const [, more] = /(\d[\d,]*) (?:other|more|further)/.exec(body.message) ?? [];
  const named = String(body.message).match(/ must be /g)?.length ?? 0;
  expect(named + Number(more?.replaceAll(',', ''))).toBe(10_001);
});

it('a wrong line, a repeated name and a forbidden one are found among thousands of lines', async () => {
  const among = async (line: string) => (await send(`${lines(3_000, good)},${line},${lines(500, good)}`)).body.message;
  expect(await among('{"price":true}')).toBe('articles[3000].price must be a number.');
  expect(await among('{"price":1,"price":2}')).toContain('articles[3000].price');
  expect(await among('{"price":1e99}')).toContain('articles[3000].price');
  expect(await among('{"__proto__":1}')).toContain('__proto__');
  expect(await among('{"constructor":{"prototype":1}}')).toContain('__proto__');
  expect(await among('{"price":1,}')).toContain('line 1');
});

it('one line too many is refused, and 5,000 are stored as they were sent', async () => {
  expect((await send(lines(5_001, good))).body.message).toContain('articles');
  const { status, body } = await send(lines(5_000, good));
  expect(status).toBe(200);
  const { rows } = await door.pool.query(
    `SELECT json_array_length(document -> 'articles') AS lines FROM supplier_invoices WHERE company_id = $1 AND id = $2`,
    [door.company, body.id],
  );
  expect(rows).toEqual([{ lines: 5_000 }]);
});
