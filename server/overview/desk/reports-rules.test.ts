import { expect, it } from 'vitest';
import { becauseOf, countReasons } from './reports-rules.ts';

const received = { state: 'received', isSigned: false, isAsked: false, lacksFile: false };

it('an invoice waits for one thing: the partner before the company, a release before anything else', () => {
  expect(becauseOf(received)).toBe('company');
  expect(becauseOf({ ...received, lacksFile: true })).toBe('file');
  expect(becauseOf({ ...received, lacksFile: true, isSigned: true })).toBe('secondApproval');
  expect(becauseOf({ ...received, lacksFile: true, state: 'held' })).toBe('held');
  expect(becauseOf({ ...received, isAsked: true, state: 'held' })).toBe('question');
  const signed = { ...received, isSigned: true };
  const waits = [received, signed, { ...signed, lacksFile: true }].map((facts) => ({ facts, count: 2 }));
  expect(countReasons(waits)).toEqual({ company: 2, held: 0, secondApproval: 4, question: 0, file: 0 });
});
