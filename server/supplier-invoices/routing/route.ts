import { fits, type MetCondition, type PreparedRule, type RoutedFields, type RuleStep } from './rules.ts';

/** Days of the company, YYYY-MM-DD. */
export interface AbsenceDays {
  deputyId: string;
  firstDay: string;
  lastDay: string;
}

/** An operator of the company, also one who is disabled. */
export interface RoutedPerson {
  mayDecide: boolean;
  absences: readonly AbsenceDays[];
}

/** By operator. Whoever is missing has left the company. */
export type RoutedPeople = ReadonlyMap<string, RoutedPerson>;

export interface Confirmation {
  ruleId: string;
  step: number;
  operatorId: string;
  confirmedFor: readonly string[];
}

export interface RoutedInvoice extends RoutedFields {
  assignedTo: string | null;
  confirmations: readonly Confirmation[];
  /** Whether duties keep an operator from approving it, whatever the role. */
  isBarred: (operatorId: string) => boolean;
}

export const routeReasons = ['rule', 'assigned', 'no.rule', 'nobody.may', 'all.away', 'all.barred'] as const;
export type RouteReason = (typeof routeReasons)[number];

/** The last four are the reasons of the company's queue. */
export interface RouteBecause extends Partial<MetCondition> {
  code: RouteReason;
  ruleId?: string;
  /** The name of the rule. */
  rule?: string;
  /** The people whose deputy somebody is, by deputy. */
  deputies?: Record<string, string[]>;
  /** The confirmations that count. */
  confirmed?: Pick<Confirmation, 'step' | 'operatorId'>[];
}

export interface Route {
  /** Each of them may approve the invoice, at least as the first of two. Empty for the company's queue. */
  waitsFor: string[];
  /** From 1; 0 without a rule. */
  step: number;
  steps: number;
  because: RouteBecause;
}

type Stand = { asked: string } | 'nobody.may' | 'all.away' | 'all.barred';

/** Who is asked in a person's place on a day: nobody twice, and nobody for somebody who is barred. */
function standFor(id: string, { isBarred }: Pick<RoutedInvoice, 'isBarred'>, people: RoutedPeople, day: string): Stand {
  const seen = new Set<string>();
  for (let next = id; ;) {
    const person = people.get(next);
    const away = person?.absences.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
    if (away !== undefined) {
      seen.add(next);
      if (seen.has(away.deputyId)) return 'all.away';
      next = away.deputyId;
    } else if (person?.mayDecide !== true) return 'nobody.may';
    else return isBarred(next) ? 'all.barred' : { asked: next };
  }
}

interface AskedStep {
  /** By who is asked: for whom, the operator or those whose deputy it is. */
  asked: Map<string, string[]>;
  /** Why nobody is asked. */
  why: Exclude<Stand, object>;
}

const gravest = ['all.barred', 'all.away', 'nobody.may'] as const;

function askedOf(waiting: readonly string[], invoice: RoutedInvoice, people: RoutedPeople, day: string): AskedStep {
  const asked = new Map<string, string[]>();
  const refused = new Set<string>();
  for (const id of new Set(waiting)) {
    const stand = standFor(id, invoice, people, day);
    if (typeof stand === 'string') refused.add(stand);
    else asked.set(stand.asked, [...(asked.get(stand.asked) ?? []), id]);
  }
  return { asked, why: gravest.find((why) => refused.has(why)) ?? 'nobody.may' };
}

/** Confirmations of a step for people whom it still has. */
const confirmationsOf = (invoice: RoutedInvoice, ruleId: string, nth: number, { people }: RuleStep): Confirmation[] =>
  invoice.confirmations.filter(
    ({ ruleId: id, step, confirmedFor }) =>
      id === ruleId && step === nth && confirmedFor.some((one) => people.includes(one)),
  );

function deputiesIn(asked: AskedStep['asked']): Pick<RouteBecause, 'deputies'> {
  const deputies = [...asked].flatMap(([id, forWhom]) => {
    const others = forWhom.filter((one) => one !== id);
    return others.length === 0 ? [] : [[id, others] as const];
  });
  return deputies.length === 0 ? {} : { deputies: Object.fromEntries(deputies) };
}

function steppedThrough(
  steps: readonly RuleStep[],
  because: RouteBecause,
  invoice: RoutedInvoice,
  people: RoutedPeople,
  day: string,
): Route {
  const counted: RouteBecause['confirmed'] = [];
  const inStep = (at: number, waitsFor: string[], more: Partial<RouteBecause>): Route => ({
    waitsFor,
    step: at + 1,
    steps: steps.length,
    because: { ...because, ...more, ...(counted.length > 0 && { confirmed: counted }) },
  });
  for (const [at, step] of steps.entries()) {
    // In the last step, approving is the confirmation.
    const isLast = at === steps.length - 1;
    const confirmations = isLast ? [] : confirmationsOf(invoice, because.ruleId ?? '', at + 1, step);
    for (const { operatorId } of confirmations) counted.push({ step: at + 1, operatorId });
    const isConfirmed = confirmations.length > 0;
    if (isConfirmed && step.need === 'any') continue;
    const confirmed = new Set(confirmations.flatMap(({ confirmedFor }) => confirmedFor));
    const waiting = step.people.filter((id) => !confirmed.has(id));
    const { asked, why } = askedOf(waiting, invoice, people, day);
    if (asked.size > 0) return inStep(at, [...asked.keys()].sort(), deputiesIn(asked));
    // The rest of a confirmed step can no longer be asked.
    if (!isConfirmed) return inStep(at, [], { code: why });
  }
  return inStep(steps.length - 1, [], { code: 'nobody.may' });
}

/** Who is asked to approve an open invoice on a day of the company. It decides nothing about who may. */
export function route(
  invoice: RoutedInvoice,
  rules: readonly PreparedRule[],
  people: RoutedPeople,
  day: string,
): Route {
  const { assignedTo } = invoice;
  if (assignedTo !== null)
    return steppedThrough([{ need: 'any', people: [assignedTo] }], { code: 'assigned' }, invoice, people, day);
  for (const prepared of rules) {
    const met = fits(prepared, invoice);
    const { id: ruleId, name, steps } = prepared.rule;
    if (met !== undefined)
      return steppedThrough(steps, { code: 'rule', ruleId, rule: name, ...met }, invoice, people, day);
  }
  return { waitsFor: [], step: 0, steps: 0, because: { code: 'no.rule' } };
}

/** Whether a step sends its invoices to the company's queue on a day, whatever the duties. */
export const nobodyIn = ({ people: asked }: RuleStep, people: RoutedPeople, day: string): boolean =>
  asked.every((id) => typeof standFor(id, { isBarred: () => false }, people, day) === 'string');
