import { expect, it } from 'vitest';
import { collectProblems, findingProblemsOfItems } from './problems.ts';
import { faultOf } from '../../../../common/errors/catalogue.ts';
import { pausesOf } from '../../../testing/pauses.ts';

const wrong = [
  { keyword: 'type', instancePath: '/price', schemaPath: '', params: { type: 'number' }, message: '' },
  { keyword: 'required', instancePath: '', schemaPath: '', params: { missingProperty: 'a/b' }, message: '' },
];

it('the problems of a list are all counted, the first hundred are named, and the work pauses', () => {
  const problems = collectProblems();
  const items = Array.from({ length: 5_000 }, () => 'x');
  const taken = { name: 'articles', item: {}, maxItems: 4_999, items, isTooLong: true, errorsOf: () => wrong };
  const { pauses } = pausesOf(findingProblemsOfItems(taken, problems));
  expect(pauses).toBeGreaterThanOrEqual(100);
  expect(problems.count).toBe(10_001);
  expect(problems.list).toHaveLength(100);
  expect(problems.list.slice(0, 3)).toEqual([
    { path: 'articles', ...faultOf('list.long', { most: 4_999 }) },
    { path: 'articles[0].price', ...faultOf('number.type') },
    { path: 'articles[0].a/b', ...faultOf('field.required') },
  ]);
});

it('the path of a problem beyond the hundredth is never made', () => {
  const problems = collectProblems();
  let made = 0;
  for (let nth = 0; nth < 1_000; nth++)
    problems.add(() => {
      made += 1;
      return 'a';
    }, faultOf('number.type'));
  expect([made, problems.count]).toEqual([100, 1_000]);
});
