import type { Arbitrary } from 'fast-check';
import type { Contract, Operation } from './document.ts';
import type { Draft } from './drafts.ts';

/** A request and its expected outcome: any documented answer, a refusal, or this status. */
export interface Case {
  what: string;
  expected: 'accepted' | 'refused' | 'documented' | number;
  draft: Draft;
}

/** Makes one thing wrong in a valid request; undefined if it does not apply. */
export type Mutation = (contract: Contract, operation: Operation, draft: Draft) => Arbitrary<Case> | undefined;

export const refused = (what: string, drafts: Arbitrary<Draft>): Arbitrary<Case> =>
  drafts.map((draft) => ({ what, expected: 'refused' as const, draft }));
export const documented = (what: string, drafts: Arbitrary<Draft>): Arbitrary<Case> =>
  drafts.map((draft) => ({ what, expected: 'documented' as const, draft }));
