import { canonical, decimalOf, unitsAt } from '../../common/decimal.ts';
import { problemAt, type Problem } from '../../common/errors/catalogue.ts';
import { isInReach, type Reach, type Role } from '../../common/permissions.ts';
import type { CompanyId } from '../ground/db/pool.ts';

/** A system is no operator. */
export type OperatorRole = Exclude<Role, 'system'>;

export interface OperatorRecord {
  id: string;
  email: string;
  name: string;
  administrator: boolean;
  /** Without a limit, `approvalLimit` is missing. */
  companies: { id: CompanyId; name: string; role: OperatorRole; approvalLimit?: string }[];
  createdAt: Date;
  disabledAt: Date | null;
  invited: boolean;
  /** The directory that all roles come from; null if Doorway decides. */
  rolesFrom: { id: string; name: string } | null;
}

/** An operator as somebody who manages these companies sees it. */
export interface SeenOperator extends OperatorRecord {
  /** Whether only the roles may be changed, and not the operator's own data. Missing for those who reach everything. */
  rolesOnly?: boolean;
}

export interface Admission {
  id: string;
  role: OperatorRole;
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
  rolesFrom?: string | null | undefined;
}

/**
 * Normalises ids to the form of the database. A company that is named twice is a problem. An administrator has no limit.
 */
export function admissionsOf(companies: readonly Admission[]): { admissions: Admission[]; problems: Problem[] } {
  const admissions = companies.map(({ id, role, approvalLimit }) => ({
    id: id.toLowerCase(),
    role,
    ...(role !== 'administrator' && approvalLimit !== undefined && { approvalLimit }),
  }));
  const ids = admissions.map(({ id }) => id);
  const problems = ids.flatMap((id, at) =>
    ids.indexOf(id) < at
      ? [problemAt(`companies[${at}].id`, 'value.same', { other: `companies[${ids.indexOf(id)}].id` })]
      : [],
  );
  return { admissions, problems };
}

/** Companies that are not in reach are left out. */
export function seenFrom(reach: Reach, operator: OperatorRecord): SeenOperator {
  if (reach === 'everything') return operator;
  const companies = operator.companies.filter(({ id }) => reach.includes(id));
  return { ...operator, companies, rolesOnly: !isWhollyIn(reach, operator) };
}

/** Whether somebody may act on the operator's own data, such as the name, the access and the tokens. */
export const isWhollyIn = (reach: Reach, { administrator, companies }: OperatorRecord): boolean =>
  reach === 'everything' || (!administrator && companies.length > 0 && companies.every(({ id }) => reach.includes(id)));

export const isSeen = (reach: Reach, { companies }: OperatorRecord): boolean =>
  reach === 'everything' || companies.some(({ id }) => reach.includes(id));

/**
 * The change as it applies to all of the operator's companies: those out of reach stay as they are. Undefined if somebody
 * with this reach may not make it.
 */
export function withinReach(reach: Reach, before: OperatorRecord, patch: OperatorPatch): OperatorPatch | undefined {
  if (reach === 'everything') return patch;
  const { name = before.name, administrator = false, disabled = before.disabledAt !== null } = patch;
  const changesOperator = name.trim() !== before.name || disabled !== (before.disabledAt !== null);
  if (administrator || before.administrator || (changesOperator && !isWhollyIn(reach, before))) return undefined;
  const unseen = before.companies.filter(({ id }) => !reach.includes(id));
  return { ...patch, ...(patch.companies !== undefined && { companies: [...patch.companies, ...unseen] }) };
}

const inOrder = (companies: readonly Admission[]) =>
  JSON.stringify(companies.map(({ id, role, approvalLimit }) => `${id} ${role} ${keyOf(approvalLimit)}`).toSorted());

const keyOf = (limit: string | null | undefined) => (typeof limit === 'string' ? canonical(limit) : '');

/** A company without a limit keeps its current one. An administrator has none. */
const withLimits = (companies: readonly Admission[], before: readonly Admission[]): Admission[] =>
  companies.map(({ id, role, approvalLimit = before.find((company) => company.id === id)?.approvalLimit }) =>
    typeof approvalLimit === 'string' && role !== 'administrator' ? { id, role, approvalLimit } : { id, role },
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
    rolesFrom:
      patch.rolesFrom === undefined ? (before.rolesFrom?.id ?? null) : (patch.rolesFrom?.toLowerCase() ?? null),
    disabledAt: patch.disabled === undefined ? before.disabledAt : patch.disabled ? (before.disabledAt ?? now) : null,
  };
  const changes: { field: string; from: unknown; to: unknown }[] = [];
  const source = before.rolesFrom?.id ?? null;
  if (after.rolesFrom !== source) changes.push({ field: 'rolesFrom', from: source, to: after.rolesFrom });
  if (after.name !== before.name) changes.push({ field: 'name', from: before.name, to: after.name });
  if (after.administrator !== before.administrator)
    changes.push({ field: 'administrator', from: before.administrator, to: after.administrator });
  if (inOrder(after.companies) !== inOrder(before.companies))
    changes.push({ field: 'companies', from: before.companies, to: after.companies });
  const [was, is] = [before.disabledAt !== null, after.disabledAt !== null];
  if (was !== is) changes.push({ field: 'disabled', from: was, to: is });
  return { after, changes };
}

export interface RoleChange {
  company: CompanyId;
  /** None or one. */
  from: Admission[];
  to: Admission[];
}

/** The companies in which the role or the limit differs, by id. */
export function roleChanges(before: readonly Admission[], after: readonly Admission[]): RoleChange[] {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))].toSorted();
  return ids.flatMap((id) => {
    const [from, to] = [before, after].map((all) =>
      withLimits(
        all.filter((one) => one.id === id),
        [],
      ),
    ) as [Admission[], Admission[]];
    return inOrder(from) === inOrder(to) ? [] : [{ company: id as CompanyId, from, to }];
  });
}

type Powers = Pick<OperatorRecord, 'administrator'> & { companies: readonly Admission[] };

/** More rights for an operator: the role of administrator, or a company's role and limit. From and to are JSON. */
export interface Gain {
  rule: string;
  from: string;
  to: string;
}

/**
 * The power in a company: of a rank, the highest wins; of approvers with a limit, that with the higher one. The smallest
 * unit of limits is a hundredth.
 */
function powerOf(admission: Admission | undefined): [rank: number, limit: bigint] {
  if (admission?.role === 'administrator') return [3, 0n];
  if (admission?.role !== 'approver') return [0, 0n];
  const { approvalLimit } = admission;
  return typeof approvalLimit === 'string' ? [1, unitsAt(2, decimalOf(approvalLimit))] : [2, 0n];
}

function isMore(before: Admission | undefined, after: Admission): boolean {
  const [[rank, limit], [rankAfter, limitAfter]] = [powerOf(before), powerOf(after)];
  return rankAfter > rank || (rankAfter === rank && limitAfter > limit);
}

const gainPrefix = 'operator/';
const ruleOf = (operatorId: string, company: string) => `${gainPrefix}${operatorId}/${company}`;
/** In place of a company. */
const everywhere = 'administrator';

export const isGain = (rule: string): boolean => rule.startsWith(gainPrefix);
export function subjectOfGain(rule: string): { operatorId: string; companyId: string | undefined } {
  const [operatorId = '', company] = rule.slice(gainPrefix.length).split('/');
  return { operatorId, companyId: company === everywhere ? undefined : company };
}

/** Whether somebody with this reach sees the change, and may confirm it. */
export function isGainIn(reach: Reach, rule: string): boolean {
  if (!isGain(rule)) return false;
  const { companyId } = subjectOfGain(rule);
  return companyId === undefined ? reach === 'everything' : isInReach(reach, companyId);
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
      return isMore(from, to) ? [{ rule: ruleOf(operatorId, to.id), from: json(from), to: json(to) }] : [];
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
