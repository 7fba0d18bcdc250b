import { canonical, decimalOf, unitsAt } from '../../common/decimal.ts';
import { problemAt, type Problem } from '../../common/errors/catalogue.ts';
import type { CompanyId } from '../ground/db/pool.ts';

export interface OperatorRecord {
  id: string;
  email: string;
  name: string;
  administrator: boolean;
  /** Without a limit, `approvalLimit` is missing. */
  companies: { id: CompanyId; name: string; role: 'approver' | 'viewer'; approvalLimit?: string }[];
  createdAt: Date;
  disabledAt: Date | null;
  invited: boolean;
}

export interface Admission {
  id: string;
  role: 'approver' | 'viewer';
  /** Approvals above this amount need a second approver. Null is no limit; undefined keeps the current limit. */
  approvalLimit?: string | null | undefined;
}

export interface NewOperator {
  email: string;
  name: string;
  administrator?: boolean | undefined;
  companies?: Admission[] | undefined;
}

export interface OperatorPatch {
  name?: string | undefined;
  administrator?: boolean | undefined;
  companies?: Admission[] | undefined;
  disabled?: boolean | undefined;
}

/** Normalises ids to the form of the database. A company that is named twice is a problem. */
export function admissionsOf(companies: readonly Admission[]): { admissions: Admission[]; problems: Problem[] } {
  const admissions = companies.map((company) => ({ ...company, id: company.id.toLowerCase() }));
  const ids = admissions.map(({ id }) => id);
  const problems = ids.flatMap((id, at) =>
    ids.indexOf(id) < at
      ? [problemAt(`companies[${at}].id`, 'value.same', { other: `companies[${ids.indexOf(id)}].id` })]
      : [],
  );
  return { admissions, problems };
}

const inOrder = (companies: readonly Admission[]) =>
  JSON.stringify(companies.map(({ id, role, approvalLimit }) => `${id} ${role} ${keyOf(approvalLimit)}`).toSorted());

const keyOf = (limit: string | null | undefined) => (typeof limit === 'string' ? canonical(limit) : '');

/** A company without a limit keeps its current one. */
const withLimits = (companies: readonly Admission[], before: OperatorRecord['companies']): Admission[] =>
  companies.map(({ id, role, approvalLimit = before.find((company) => company.id === id)?.approvalLimit }) =>
    typeof approvalLimit === 'string' ? { id, role, approvalLimit } : { id, role },
  );

export type PatchedOperator = ReturnType<typeof patched>['after'];

export function patched(before: OperatorRecord, patch: OperatorPatch, now: Date) {
  const after = {
    id: before.id,
    name: patch.name?.trim() ?? before.name,
    administrator: patch.administrator ?? before.administrator,
    companies:
      patch.companies === undefined
        ? withLimits(before.companies, [])
        : withLimits(admissionsOf(patch.companies).admissions, before.companies),
    disabledAt: patch.disabled === undefined ? before.disabledAt : patch.disabled ? (before.disabledAt ?? now) : null,
  };
  const changes: { field: string; from: unknown; to: unknown }[] = [];
  if (after.name !== before.name) changes.push({ field: 'name', from: before.name, to: after.name });
  if (after.administrator !== before.administrator)
    changes.push({ field: 'administrator', from: before.administrator, to: after.administrator });
  if (inOrder(after.companies) !== inOrder(before.companies))
    changes.push({ field: 'companies', from: before.companies, to: after.companies });
  const [was, is] = [before.disabledAt !== null, after.disabledAt !== null];
  if (was !== is) changes.push({ field: 'disabled', from: was, to: is });
  return { after, changes };
}

type Powers = Pick<OperatorRecord, 'administrator'> & { companies: readonly Admission[] };

/** More rights for an operator: the role of administrator, or a company's role and limit. From and to are JSON. */
export interface Gain {
  rule: string;
  from: string;
  to: string;
}

/** The smallest unit of limits is a hundredth. An approver without a limit has more power than any limit gives. */
function mayApprove(admission: Admission | undefined): bigint | 'all' {
  if (admission?.role !== 'approver') return -1n;
  return typeof admission.approvalLimit === 'string' ? unitsAt(2, decimalOf(admission.approvalLimit)) : 'all';
}

const isMore = (before: bigint | 'all', after: bigint | 'all') =>
  before !== 'all' && (after === 'all' || after > before);

const gainPrefix = 'operator/';
const ruleOf = (operatorId: string, company: string) => `${gainPrefix}${operatorId}/${company}`;
/** In place of a company. */
const everywhere = 'administrator';

export const isGain = (rule: string): boolean => rule.startsWith(gainPrefix);
export function subjectOfGain(rule: string): { operatorId: string; companyId: string | undefined } {
  const [operatorId = '', company] = rule.slice(gainPrefix.length).split('/');
  return { operatorId, companyId: company === everywhere ? undefined : company };
}

/** Such changes take a second administrator: they would lift a limit. */
export function gainsOf(operatorId: string, before: Powers, after: Powers): Gain[] {
  const json = (value: unknown) => JSON.stringify(value ?? null);
  const admissionTo = (company: string, { companies }: Powers) => companies.find(({ id }) => id === company);
  return [
    ...(after.administrator && !before.administrator
      ? [{ rule: ruleOf(operatorId, everywhere), from: 'false', to: 'true' }]
      : []),
    ...after.companies.flatMap((to) => {
      const from = admissionTo(to.id, before);
      return isMore(mayApprove(from), mayApprove(to))
        ? [{ rule: ruleOf(operatorId, to.id), from: json(from), to: json(to) }]
        : [];
    }),
  ];
}

/** The rest of a change, without the gains. */
export function withoutGains<After extends Powers>(before: Powers, after: After, gains: readonly Gain[]): After {
  const gained = new Set(gains.map(({ rule }) => subjectOfGain(rule).companyId));
  // Until somebody is an administrator, they keep the companies that an administrator does not need.
  if (gained.has(undefined)) return { ...after, administrator: before.administrator, companies: before.companies };
  return {
    ...after,
    companies: after.companies.flatMap((one) =>
      gained.has(one.id) ? before.companies.filter(({ id }) => id === one.id) : [one],
    ),
  };
}

/** The change of an operator that a gain makes. */
export function patchOf({ companies }: Powers, { rule, to }: Pick<Gain, 'rule' | 'to'>): OperatorPatch {
  const { companyId } = subjectOfGain(rule);
  if (companyId === undefined) return { administrator: true };
  const admission = JSON.parse(to) as Admission;
  // A limit that is left out would stay as it is.
  const gained = { ...admission, approvalLimit: admission.approvalLimit ?? null };
  return { companies: [...companies.filter(({ id }) => id !== companyId), gained] };
}
