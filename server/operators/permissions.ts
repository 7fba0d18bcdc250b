import type { CompanyId } from '../ground/db/pool.ts';

export const roles = ['administrator', 'approver', 'viewer', 'system'] as const;
export type Role = (typeof roles)[number];

/** What a route of the operator API asks of its caller. */
export const permissions = ['read', 'edit', 'decide', 'acknowledge', 'administer'] as const;
export type Permission = (typeof permissions)[number];

/** What each role may do, in one place. */
const granted: Record<Role, readonly Permission[]> = {
  viewer: ['read'],
  approver: ['read', 'edit', 'decide'],
  administrator: ['read', 'edit', 'decide', 'acknowledge', 'administer'],
  // The company's bookkeeping: it reads what was decided, and says what it has booked.
  system: ['read', 'acknowledge'],
};

/** What a role may do in its company. */
export const grantedTo = (role: Role): readonly Permission[] => granted[role];

export const mayDo = (role: Role, permission: Permission): boolean => granted[role].includes(permission);

/** What an operator may do that concerns no company: companies and operators themselves are an administrator's alone. */
export const grantedOutside = (administrator: boolean): readonly Permission[] =>
  administrator ? granted.administrator.filter((permission) => permission === 'administer') : [];

/** What an operator is in a company that exists; undefined where the operator may not enter it. */
export const roleOf = ({ administrator, companies }: Operator, company: CompanyId): Role | undefined =>
  administrator ? 'administrator' : companies.find(({ id }) => id === company)?.role;

/** A system is in one company, and acts nowhere else. */
export const isSystem = ({ companies }: Operator): boolean => companies.some(({ role }) => role === 'system');

/** A person at the company, or a system of the company that acts for one. */
export interface Operator {
  id: string;
  /** Empty for a system. */
  email: string;
  name: string;
  administrator: boolean;
  /** The companies that the operator was admitted to; an administrator may enter every company. */
  companies: { id: CompanyId; role: Role }[];
}
