import { expect, it } from 'vitest';
import { accountsOfPerson, twoPeopleObstacleOf, type UnprovenOperator } from './two-people.ts';

const soon = new Date('2026-11-20T08:00:00Z');
const later = new Date('2026-12-19T08:00:00Z');
const operator = (id: string, more: Partial<UnprovenOperator> = {}): UnprovenOperator => ({
  id,
  name: id.toUpperCase(),
  until: null,
  mailbox: null,
  provedBy: null,
  provedUntil: null,
  ...more,
});

it('accounts with one mailbox, and those whose password one may have chosen for the other, are one person, in chains too', () => {
  const all = [
    operator('a', { mailbox: 'a@b' }),
    operator('b', { provedBy: 'a', provedUntil: soon }),
    operator('c', { provedBy: 'b', provedUntil: later, mailbox: 'c@b' }),
    operator('d', { mailbox: 'c@b' }),
    operator('e', { mailbox: 'e@b' }),
    // Systems have no mailbox.
    operator('f'),
  ];
  const accounts = (id: string) => [...accountsOfPerson(all, id)];
  expect(accounts('a')).toEqual([
    ['b', { because: 'invited', until: soon }],
    ['c', { because: 'invited', until: soon }],
    ['d', { because: 'email', until: soon }],
  ]);
  expect(accounts('d').map(([id]) => id)).toEqual(['c', 'b', 'a']);
  expect(accounts('d')[0]).toEqual(['c', { because: 'email' }]);
  expect(accounts('e')).toEqual([]);
  expect(accounts('f')).toEqual([]);
  expect(accounts('nobody')).toEqual([]);
});

it('the day after a shown link is named before the person, and nobody stands in the way of themselves', () => {
  const all = [operator('a'), operator('b', { until: soon, provedBy: 'a', provedUntil: later })];
  const code = (who: string, before: (string | null)[]) => twoPeopleObstacleOf(all, who, before)?.code;
  expect([code('b', ['a']), code('b', ['x']), code('x', ['b']), code('a', ['x'])]).toEqual([
    'duty.link',
    'duty.link',
    'duty.link',
    undefined,
  ]);
  const dayAfter = all.map((one) => ({ ...one, until: null }));
  expect(twoPeopleObstacleOf(dayAfter, 'a', [null, 'x', 'b'])).toEqual({
    code: 'duty.person',
    parameters: { by: 'B', because: 'invited', until: '2026-12-19 08:00 UTC' },
    why: 'This takes two people. You and B count as one person, because one of you invited the other and may have chosen the password in the other’s place. You count as two from 2026-12-19 08:00 UTC. Ask another user, or wait.',
  });
  expect(twoPeopleObstacleOf(dayAfter, 'a', ['a', null, 'x'])).toBeUndefined();
});
