import { isDeepStrictEqual } from 'node:util';
import type { RoutingForm, RuleForm } from './routing-schemas.ts';
import { audit } from '../../../audit/record.ts';
import { problemAt } from '../../../../common/errors/catalogue.ts';
import { noticeOf } from '../../../../common/errors/notices.ts';
import { short } from '../../../../common/errors/words.ts';
import type { DecisionDeps } from '../../../decisions/decide.ts';
import type { OperatorCall } from '../../../desk/operation.ts';
import { ApiError, invalidBody } from '../../../errors/errors.ts';
import { lockedTransaction } from '../../../events/counters.ts';
import { newId } from '../../../ground/db/ids.ts';
import type { CompanyId, Db, Pool } from '../../../ground/db/pool.ts';
import { peopleWith } from '../../routing/route-invoices.ts';
import { nobodyIn, type RoutedPeople } from '../../routing/route.ts';
import type { RoutingRule } from '../../routing/rules.ts';
import {
  beginRouting,
  readCompanyPeople,
  readCompanyRouting,
  readKnown,
  writeRoutingRules,
  type RoutingSettings,
} from '../../routing/routing-store.ts';

/** Steps in which nobody may approve today. */
export function warningsOf(rules: readonly RoutingRule[], people: RoutedPeople, day: string) {
  return rules.flatMap((rule, at) =>
    rule.steps.flatMap((step, nth) => {
      if (!nobodyIn(step, people, day)) return [];
      return [
        { path: `rules[${at}].steps[${nth}]`, ...noticeOf('route.nobody', { rule: short(rule.name), step: nth + 1 }) },
      ];
    }),
  );
}

export async function readRouting(pool: Pool, company: CompanyId) {
  const {
    absences,
    today,
    dutiesAreOff: _off,
    keepDuties: _keep,
    ...settings
  } = await readCompanyRouting(pool, company, new Date());
  const people = await readCompanyPeople(pool, company);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return {
    ...settings,
    people: people.map((person) => {
      const away = absences.find(
        ({ operatorId, firstDay, lastDay }) => operatorId === person.id && firstDay <= today && today <= lastDay,
      );
      const deputy = away && { id: away.deputyId, name: names.get(away.deputyId) ?? '' };
      return { ...person, away: away ? { firstDay: away.firstDay, lastDay: away.lastDay, deputy } : null };
    }),
    warnings: warningsOf(settings.rules, peopleWith(people, absences), today),
  };
}

/** The rules as they are stored. Throws if they name what the company does not have. */
export async function checkedRules(db: Db, company: CompanyId, forms: readonly RuleForm[]): Promise<RoutingRule[]> {
  const lower = (ids: readonly string[]) => ids.map((id) => id.toLowerCase());
  const rules = forms.map(({ id = newId(), name, when, steps }) => ({
    id: id.toLowerCase(),
    name: name.trim(),
    when: { ...when, ...(when.partners && { partners: lower(when.partners) }) },
    steps: steps.map(({ need, people }) => ({ need, people: lower(people) })),
  }));
  const numbers = rules.flatMap(({ when }) => when.suppliers ?? []);
  const partners = rules.flatMap(({ when }) => when.partners ?? []);
  const known = await readKnown(db, company, numbers, partners);
  // Also those who are disabled: the step then warns, and works again once they are back.
  const people = (await readCompanyPeople(db, company)).map(({ id }) => id);
  const unknown = (path: string, code: ProblemCode, known: readonly string[], listed: readonly string[] = []) =>
    listed.flatMap((value, at) => (known.includes(value) ? [] : [problemAt(`${path}[${at}]`, code)]));
  const problems = rules.flatMap(({ id, when, steps }, at) => [
    ...(rules.findIndex((other) => other.id === id) < at ? [problemAt(`rules[${at}].id`, 'rule.repeated')] : []),
    ...unknown(`rules[${at}].when.suppliers`, 'supplier.missing', known.suppliers, when.suppliers),
    ...unknown(`rules[${at}].when.partners`, 'partner.missing', known.partners, when.partners),
    ...steps.flatMap((step, nth) =>
      unknown(`rules[${at}].steps[${nth}].people`, 'operator.unknown', people, step.people),
    ),
  ]);
  if (problems.length > 0) throw invalidBody(problems);
  return rules;
}

type ProblemCode = 'supplier.missing' | 'partner.missing' | 'operator.unknown';

const maxAudited = 20;

/** The names of the rules that a change concerns, not the rules. */
function auditedOf(before: RoutingSettings, { rules, remindAfterDays, escalateAfterDays }: RoutingSettings) {
  const [former, present] = [before.rules, rules].map((listed) => new Map(listed.map((rule) => [rule.id, rule]))) as [
    Map<string, RoutingRule>,
    Map<string, RoutingRule>,
  ];
  const names = (listed: readonly RoutingRule[], concerns: (rule: RoutingRule) => boolean) =>
    listed
      .filter(concerns)
      .map(({ name }) => name)
      .slice(0, maxAudited);
  return {
    rules: rules.length,
    added: names(rules, ({ id }) => !former.has(id)),
    changed: names(rules, (rule) => former.has(rule.id) && !isDeepStrictEqual(former.get(rule.id), rule)),
    removed: names(before.rules, ({ id }) => !present.has(id)),
    remindAfterDays,
    escalateAfterDays,
  };
}

export async function changeRouting(
  { pool, followers }: DecisionDeps,
  { company, operator, body }: OperatorCall<RoutingForm>,
): Promise<void> {
  const { version, remindAfterDays = null, escalateAfterDays = null } = body;
  await lockedTransaction(pool, company, async (tx, now) => {
    const before = await readCompanyRouting(tx, company, now);
    if (before.version !== version) throw new ApiError('routing.changed', {});
    const rules = await checkedRules(tx, company, body.rules);
    const after = { rules, version: version + 1, remindAfterDays, escalateAfterDays };
    await writeRoutingRules(tx, company, after, now);
    await beginRouting(tx, company);
    const entry = { action: 'routing.changed', subjectId: company, data: auditedOf(before, after) };
    await audit(tx, company, operator, entry, now);
  });
  followers.wake(company);
}
