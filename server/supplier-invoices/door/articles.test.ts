import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { expectLinear } from '../../testing/linear.ts';
import { countOf, documentOf } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
await door.addSupplier('1');
afterAll(() => door.close());

let seeds = 0;
const post = (articles: unknown) =>
  door.post(paths.invoices, { externalReferenceId: `articles ${seeds++}`, supplierNumber: '1', articles });
const lines = (many: number) => Array.from({ length: many }, (_, at) => ({ articleNumber: `${at}`, price: at }));

it('an invoice has 0 to 5,000 lines, and all of them are kept in their order', async () => {
  for (const many of [0, 1, 5_000]) {
    const { status, body } = await post(lines(many));
    expect(status, body.message).toBe(200);
    expect(
      (JSON.parse(await documentOf(door, 'supplier_invoices', body.id)) as { articles: unknown[] }).articles,
    ).toEqual(lines(many));
  }
});

it('5,001 lines are too many', async () => {
  expectProblem(await post(lines(5_001)), 400, 'articles must have at most 5,000 lines.');
});

it('null for the lines is the same as leaving them out', async () => {
  expect((await post(null)).status).toBe(200);
});

it('articles is a list of objects', async () => {
  for (const articles of ['none', 1, true, {}, { 0: {} }])
    expectProblem(await post(articles), 400, 'articles must be an array.');
  for (const line of [null, 'line', 1, []])
    expectProblem(await post([{}, line]), 400, 'articles[1] must be a JSON object.');
});

it('every problem of every line is named with its path', async () => {
  const answer = await post([{ price: '1' }, { unit: 1, vat: 'x' }]);
  expectProblem(
    answer,
    400,
    'articles[0].price must be a number; articles[1].unit must be a string; articles[1].vat must be a number.',
  );
});

it('texts that are too long lose no invoice: the document keeps them, and a finding names the first', async () => {
  const fits = await post([{ articleNumber: '😀'.repeat(255), articleDescription: '😀'.repeat(1_000) }]);
  expect(fits.headers.get('doorway-findings') ?? '').not.toContain('text.cut');
  const articles = [
    { unit: 'st', articleDescription: 'c'.repeat(1_000) },
    { articleNumber: 'a'.repeat(256), articleDescription: 'b'.repeat(1_001), unit: '😀'.repeat(256) },
  ];
  const { status, body, headers } = await post(articles);
  expect({ status, cut: headers.get('doorway-findings') }).toMatchObject({
    status: 200,
    cut: expect.stringContaining('text.cut'),
  });
  const { body: stored } = await door.call('GET', `${paths.invoices}/${body.id}`, { token: door.token });
  expect(stored.invoice.articles).toEqual(articles);
  expect(stored.findings.find(({ code }: { code: string }) => code === 'text.cut')).toEqual({
    code: 'text.cut',
    severity: 'info',
    path: 'articles[1].articleNumber',
    message:
      'articles[1].articleNumber has 256 characters; the first 255 are used, and the document keeps the whole text; 2 other texts are too long, too.',
  });
});

it('a body with thousands of problems names a hundred and counts the rest', async () => {
  const answer = await post(Array.from({ length: 5_000 }, () => ({ price: 'x' })));
  expectProblem(answer, 400, '; articles[99].price must be a number; and 4900 more.');
});

it('a million wrong lines are refused quickly', async () => {
  const before = await countOf(door, 'supplier_invoices');
  await expectLinear(async () => expectProblem(await post(Array.from({ length: 900_000 }, () => 0)), 400));
  expect(await countOf(door, 'supplier_invoices')).toBe(before);
});
