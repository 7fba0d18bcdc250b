import { expect, it } from 'vitest';
import { isTakenOver, problemsIn, proposalOf, type EarlierCoding } from './coding-rules.ts';

const coded = (account: string): EarlierCoding => ({ row: { account }, outdated: false });
const lines: EarlierCoding = { row: null, outdated: false };
const outdated: EarlierCoding = { row: { account: '4' }, outdated: true };
const [a, b] = [coded('1'), coded('2')];

it.each([
  [[], [], undefined],
  [[a, a], [], ['1', 2, 2, false]],
  [[a, a, a], [], ['1', 3, 3, true]],
  [[a, a, a, a, a, a], [], ['1', 6, 6, true]],
  [[b, a, a, a, a, a], [], ['1', 5, 6, false]],
  // The later of two that are as frequent.
  [[b, a], [], ['2', 1, 2, false]],
  // The same project comes first.
  [[a, a, a], [b], ['2', 1, 1, false]],
  // A coding by line, or with a code that is no longer active, counts but is not proposed.
  [[lines, lines, a], [], ['1', 1, 3, false]],
  [[a, a, a, lines], [], ['1', 3, 4, false]],
  [[outdated, outdated, outdated], [], undefined],
])('of the codings %j, of the same project %j, the proposal is %j', (ofSupplier, ofProject, expected) => {
  const proposal = proposalOf({ rows: null, ofProject, ofSupplier });
  const found = proposal && [proposal.rows[0]?.account, proposal.same, proposal.of, isTakenOver(proposal)];
  expect(found).toEqual(expected);
});

const account = '1';
const line = (line: number) => ({ account, line });
const part = (amount: string) => ({ account, amount });

it.each([
  [[{ account }], []],
  [[{}], ['rows[0].account field.required']],
  [[line(2), line(1)], []],
  [[line(1)], ['rows[1].line field.required']],
  [[line(1), line(1)], ['rows[1].line value.same']],
  [
    [line(3), part('1')],
    ['rows[0].line number.range', 'rows[1].amount field.invalid'],
  ],
  [[part('0.1'), part('0.20')], []],
  [[part('0.1'), part('0.2000000000000001')], ['rows coding.sum']],
  [[{ account }, part('0.3')], ['rows[0].amount field.required']],
])('rows %j fit an invoice with two lines and a total of 0.3, but for %j', (rows, expected) => {
  const problems = problemsIn(rows, { lines: 2, total: '3e-1' });
  expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
});

it('an invoice without a total cannot be split by amounts', () => {
  expect(problemsIn([part('0')], { lines: 0, total: null })).toMatchObject([{ path: 'rows', code: 'coding.sum' }]);
});
