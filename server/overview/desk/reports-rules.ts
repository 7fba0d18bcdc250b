import type { WaitReason } from '../../../common/names/waiting.ts';

export interface WaitFacts {
  state: string;
  isSigned: boolean;
  /** A question to the partner is open, and its answer is not due. */
  isAsked: boolean;
  /** It has no file although it should, or one that is not read yet. */
  lacksFile: boolean;
}

export function becauseOf({ state, isSigned, isAsked, lacksFile }: WaitFacts): WaitReason {
  if (isAsked) return 'question';
  if (state === 'held') return 'held';
  if (isSigned) return 'secondApproval';
  return lacksFile ? 'file' : 'company';
}

export type WaitReasons = Record<WaitReason, number>;

export function countReasons(waits: readonly { facts: WaitFacts; count: number }[]): WaitReasons {
  const reasons: WaitReasons = { company: 0, held: 0, secondApproval: 0, question: 0, file: 0 };
  for (const { facts, count } of waits) reasons[becauseOf(facts)] += count;
  return reasons;
}
