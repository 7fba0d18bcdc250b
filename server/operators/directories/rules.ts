import { decimalOf, unitsAt } from '../../../common/decimal.ts';
import { problemAt, type Problem } from '../../../common/errors/catalogue.ts';
import type { CompanyId } from '../../ground/db/pool.ts';

/** A value of a claim that gives a role. */
export interface RoleRow {
  claim: string;
  /** Compared exactly: no case folding, no patterns. */
  value: string;
  /** Null for the administrators of the installation. */
  company: CompanyId | null;
  role: 'administrator' | 'approver' | 'viewer';
  approvalLimit?: string | null;
}

export type Claims = Readonly<Record<string, unknown>>;

export interface ShownClaim {
  name: string;
  values: string[];
}

export interface DirectoryRights {
  administrator: boolean;
  companies: { id: CompanyId; role: RoleRow['role']; approvalLimit: string | null }[];
}

const maxValues = 1_000;
const maxShownClaims = 100;
const maxShownValues = 50;
const maxShownLength = 200;

/** Claims that every token has and that say nothing about the person. */
const technical = new Set(['iss', 'aud', 'exp', 'iat', 'nbf', 'nonce', 'at_hash', 'c_hash', 's_hash', 'azp', 'jti']);

/** A claim by its name; otherwise by a path with dots, such as realm_access.roles of Keycloak. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let at: unknown = claims;
  for (const step of name.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Claims)[step];
  }
  return at;
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

export const valuesOf = (claims: Claims, name: string): string[] =>
  [claimOf(claims, name)].flat().filter(isPlain).slice(0, maxValues).map(String);

/** Approvers without a limit have more power than with any. */
const isHigher = (one: string | null, other: string | null) =>
  other !== null && (one === null || unitsAt(2, decimalOf(one)) > unitsAt(2, decimalOf(other)));

const strength = { viewer: 0, approver: 1, administrator: 2 } as const;

/**
 * Several rows add up. In each company the strongest role counts, with the highest of its limits. Undefined if no row
 * matches.
 */
export function rightsOf(rows: readonly RoleRow[], claims: Claims): DirectoryRights | undefined {
  const matching = rows.filter(({ claim, value }) => valuesOf(claims, claim).includes(value));
  if (matching.length === 0) return undefined;
  const companies = new Map<CompanyId, DirectoryRights['companies'][number]>();
  for (const { company, role, approvalLimit = null } of matching) {
    if (company === null) continue;
    const before = companies.get(company);
    const stronger = before === undefined ? 1 : strength[role] - strength[before.role];
    if (stronger > 0 || (stronger === 0 && isHigher(approvalLimit, before?.approvalLimit ?? null)))
      companies.set(company, { id: company, role, approvalLimit });
  }
  return {
    administrator: matching.some(({ company }) => company === null),
    companies: [...companies.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  };
}

/** The claims that the rows ask for, as an operator may see them. */
export const claimsAskedFor = (rows: readonly RoleRow[], claims: Claims): ShownClaim[] =>
  [...new Set(rows.map(({ claim }) => claim))].map((name) => shown(name, valuesOf(claims, name)));

/** All claims about the person, for an administrator who tests a directory. A group of claims is shown by its paths. */
export const allClaims = (claims: Claims): ShownClaim[] =>
  Object.entries(claims)
    .filter(([name]) => !technical.has(name))
    .flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.keys(value).map((inner) => shown(`${name}.${inner}`, valuesOf(value as Claims, inner)))
        : [shown(name, valuesOf(claims, name))],
    )
    .filter(({ values }) => values.length > 0)
    .slice(0, maxShownClaims);

const shown = (name: string, values: readonly string[]): ShownClaim => ({
  name: name.slice(0, maxShownLength),
  values: values.slice(0, maxShownValues).map((value) => value.slice(0, maxShownLength)),
});

/** A directory of some companies signs in only operators who can enter no others. */
export const isWithin = (
  companies: readonly CompanyId[] | null,
  rights: { administrator: boolean; companies: readonly { id: string }[] },
): boolean =>
  companies === null ||
  (!rights.administrator && rights.companies.every(({ id }) => (companies as readonly string[]).includes(id)));

export const keyOfRow = ({ claim, value, company }: Pick<RoleRow, 'claim' | 'value' | 'company'>): string =>
  JSON.stringify([claim, value, company]);

/** What is wrong with the rows of a directory of these companies. */
export function problemsOfRows(rows: readonly RoleRow[], companies: readonly CompanyId[] | null): Problem[] {
  const keys = rows.map(keyOfRow);
  return rows.flatMap(({ company, role, approvalLimit = null }, index) => {
    const at = (field: string) => `roles[${index}].${field}`;
    const first = keys.indexOf(keys[index] as string);
    return [
      ...(first < index ? [problemAt(at('value'), 'value.same', { other: `roles[${first}].value` })] : []),
      ...(role === 'administrator' || company !== null ? [] : [problemAt(at('role'), 'role.everywhere')]),
      ...(approvalLimit !== null && role !== 'approver' ? [problemAt(at('approvalLimit'), 'limit.approver')] : []),
      ...(companies === null || (company !== null && companies.includes(company))
        ? []
        : [problemAt(at('company'), 'company.directory')]),
    ];
  });
}

/** The rows that give more rights than the row with the same claim, value and company gave before. */
export const gainedRows = (before: readonly RoleRow[], after: readonly RoleRow[]): RoleRow[] =>
  after.filter((row) => {
    const was = before.find((other) => keyOfRow(other) === keyOfRow(row));
    if (was === undefined || strength[row.role] > strength[was.role]) return true;
    return row.role === was.role && isHigher(row.approvalLimit ?? null, was.approvalLimit ?? null);
  });

/** The rows without the gains: each stays as it was before. */
export function withoutGains(before: readonly RoleRow[], after: readonly RoleRow[], gains: readonly RoleRow[]) {
  const gained = new Set(gains.map(keyOfRow));
  return after.flatMap((row) =>
    gained.has(keyOfRow(row)) ? before.filter((other) => keyOfRow(other) === keyOfRow(row)) : [row],
  );
}
