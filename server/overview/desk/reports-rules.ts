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

export interface DecisionTimes {
  decided: number;
  medianDays: number | null;
  nineInTenDays: number | null;
}

export interface Waiting {
  waiting: number;
  /** The earliest. */
  since: Date | null;
}

/** Null stands for nobody. */
type Id = string | null;

export interface Approver extends DecisionTimes, Waiting {
  id: Id;
  name: string | null;
}

const noTimes: DecisionTimes = { decided: 0, medianDays: null, nineInTenDays: null };
const nothing: Waiting = { waiting: 0, since: null };

/** In the order of their names; at last what waits with nobody. */
export function approversOf(
  times: readonly (DecisionTimes & { id: string })[],
  waiting: readonly (Waiting & { id: Id })[],
  names: ReadonlyMap<Id, string>,
): Approver[] {
  const all = new Map<Id, Omit<Approver, 'name'>>();
  for (const one of [...times, ...waiting]) all.set(one.id, { ...noTimes, ...nothing, ...all.get(one.id), ...one });
  return [...all.values()]
    .map((one) => ({ ...one, name: names.get(one.id) ?? null }))
    .toSorted(
      (a, b) => Number(a.id === null) - Number(b.id === null) || (a.name ?? '').localeCompare(b.name ?? '', 'sv'),
    );
}

export type Reasons = Record<WaitReason, number>;

export interface ReportedPartner extends DecisionTimes, Waiting {
  partner: string;
  arrived: number;
  because: Reasons;
}

export interface WaitCount {
  partnerId: string;
  facts: WaitFacts;
  count: number;
  since: Date;
}

export const partnersOf = (
  arrived: readonly { id: string; partner: string; arrived: number }[],
  times: readonly (DecisionTimes & { id: string })[],
  waits: readonly WaitCount[],
): ReportedPartner[] =>
  arrived.map(({ id, ...partner }) => {
    const because: Reasons = { company: 0, held: 0, secondApproval: 0, question: 0, file: 0 };
    const own = waits.filter(({ partnerId }) => partnerId === id);
    for (const { facts, count } of own) because[becauseOf(facts)] += count;
    const { id: _id, ...decided } = times.find((one) => one.id === id) ?? { id, ...noTimes };
    return {
      ...partner,
      ...decided,
      waiting: own.reduce((sum, { count }) => sum + count, 0),
      since: own.reduce<Date | null>((first, { since }) => (first === null || since < first ? since : first), null),
      because,
    };
  });
