import { expect, it } from 'vitest';
import { isTakenOver, problemsIn, proposalOf, type EarlierCoding } from './coding-rules.ts';

const coded = (account: string): EarlierCoding => ({ row: { account }, outdated: false });
const lines: EarlierCoding = { row: null, outdated: false };
const outdated: EarlierCoding = { row: { account: '4' }, outdated: true };
const [a, b] = [coded('1'), coded('2')];
const proposed = (ofSupplier: EarlierCoding[], ofProject: EarlierCoding[] = []) => {
  const proposal = proposalOf({ rows: null, ofProject, ofSupplier });
  return proposal && [proposal.rows[0]?.account, proposal.same, proposal.of, isTakenOver(proposal)];
};

it('the most frequent of the latest codings is proposed, and taken over if at least three agree and none differs', () => {
  expect(proposed([])).toBeUndefined();
  expect(proposed([a, a])).toEqual(['1', 2, 2, false]);
  expect(proposed([a, a, a])).toEqual(['1', 3, 3, true]);
  expect(proposed([a, a, a, a, a, a])).toEqual(['1', 6, 6, true]);
  expect(proposed([b, a, a, a, a, a])).toEqual(['1', 5, 6, false]);
  // The later of two that are as frequent.
  expect(proposed([b, a])).toEqual(['2', 1, 2, false]);
  expect(proposed([a, a, a], [b])).toEqual(['2', 1, 1, false]);
});

it('a coding by lines, or with a code that is no longer active, counts but is not proposed', () => {
  expect(proposed([lines, lines, a])).toEqual(['1', 1, 3, false]);
  expect(proposed([a, a, a, lines])).toEqual(['1', 3, 4, false]);
  expect(proposed([outdated, outdated, outdated])).toBeUndefined();
  expect(proposalOf({ rows: [{ account: '1' }], ofProject: [], ofSupplier: [a, a, a] })).toBeUndefined();
});

it.each([
  [[{ account: '1' }], []],
  [[{}], ['rows[0].account field.required']],
  [
    [
      { account: '1', line: 2 },
      { account: '1', line: 1 },
    ],
    [],
  ],
  [[{ account: '1', line: 1 }], ['rows[1].line field.required']],
  [
    [
      { account: '1', line: 1 },
      { account: '1', line: 1 },
    ],
    ['rows[1].line value.same'],
  ],
  [
    [
      { account: '1', line: 3 },
      { account: '1', amount: '1' },
    ],
    ['rows[0].line number.range', 'rows[1].amount field.invalid'],
  ],
  [
    [
      { account: '1', amount: '0.1' },
      { account: '2', amount: '0.20' },
    ],
    [],
  ],
  [
    [
      { account: '1', amount: '0.1' },
      { account: '2', amount: '0.2000000000000001' },
    ],
    ['rows coding.sum'],
  ],
  [[{ account: '1' }, { account: '2', amount: '0.3' }], ['rows[0].amount field.required']],
])('rows %j fit an invoice with two lines and a total of 0.3, but for %j', (rows, expected) => {
  const problems = problemsIn(rows, { lines: 2, total: '3e-1' });
  expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
});

it('an invoice without a total cannot be split by amounts', () => {
  const split = [{ account: '1', amount: '0' }];
  expect(problemsIn(split, { lines: 0, total: null })).toMatchObject([{ path: 'rows', code: 'coding.sum' }]);
});
