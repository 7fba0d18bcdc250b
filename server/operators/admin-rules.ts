import { canonical } from '../../common/decimal.ts';
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
