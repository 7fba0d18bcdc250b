import { expect, it } from 'vitest';
import { approversOf, becauseOf, partnersOf } from './reports-rules.ts';

const received = { state: 'received', isSigned: false, isAsked: false, lacksFile: false };
const held = { ...received, state: 'held' };

it('an invoice waits for one thing: the partner before the company, a release before anything else', () => {
  expect(becauseOf(received)).toBe('company');
  expect(becauseOf({ ...received, lacksFile: true })).toBe('file');
  expect(becauseOf({ ...received, lacksFile: true, isSigned: true })).toBe('secondApproval');
  expect(becauseOf({ ...held, lacksFile: true })).toBe('held');
  expect(becauseOf({ ...held, isAsked: true })).toBe('question');
});

it('users are listed by name, with what they decided and what waits with them, and nobody at last', () => {
  const times = [
    { id: 'b', decided: 2, medianDays: 1, nineInTenDays: 3 },
    { id: 'a', decided: 1, medianDays: 2, nineInTenDays: 2 },
  ];
  const since = new Date('2026-11-01');
  const waiting = [null, 'c', 'a'].map((id) => ({ id, waiting: 4, since }));
  const names = new Map(Object.entries({ a: 'Örjan', b: 'Anna', c: 'Zara' }));
  const none = { decided: 0, medianDays: null, nineInTenDays: null };
  expect(approversOf(times, waiting, names)).toEqual([
    { ...times[0], name: 'Anna', waiting: 0, since: null },
    { ...none, id: 'c', name: 'Zara', waiting: 4, since },
    { ...times[1], name: 'Örjan', waiting: 4, since },
    { ...none, id: null, name: null, waiting: 4, since },
  ]);
});

it('what waits of a partner is the sum of its reasons, since the earliest of them', () => {
  const [first, later] = [new Date('2026-11-01'), new Date('2026-11-02')];
  const wait = (partnerId: string, facts: typeof received, count: number, since: Date) => ({
    partnerId,
    facts,
    count,
    since,
  });
  const waits = [
    wait('a', received, 3, later),
    wait('a', { ...received, isSigned: true, lacksFile: true }, 1, first),
    wait('a', { ...received, isSigned: true }, 1, later),
    wait('b', held, 9, first),
  ];
  expect(partnersOf([{ id: 'a', partner: 'A', arrived: 5 }], [], waits)).toEqual([
    {
      partner: 'A',
      arrived: 5,
      decided: 0,
      medianDays: null,
      nineInTenDays: null,
      waiting: 5,
      since: first,
      because: { company: 3, held: 0, secondApproval: 2, question: 0, file: 0 },
    },
  ]);
});
