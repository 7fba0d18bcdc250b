export const roles = ['administrator', 'approver', 'viewer', 'system'] as const;
export type Role = (typeof roles)[number];

export const permissions = ['read', 'edit', 'decide', 'acknowledge', 'administer'] as const;
export type Permission = (typeof permissions)[number];

const granted: Record<Role, readonly Permission[]> = {
  viewer: ['read'],
  approver: ['read', 'edit', 'decide'],
  administrator: ['read', 'edit', 'decide', 'acknowledge', 'administer'],
  // For example the company's bookkeeping: it reads decisions, and reports what it has booked.
  system: ['read', 'acknowledge'],
};

export const grantedTo = (role: Role): readonly Permission[] => granted[role];

export const mayDo = (role: Role, permission: Permission): boolean => granted[role].includes(permission);

/** The permissions outside of companies: only administrators manage companies and operators. */
export const grantedOutside = (administrator: boolean): readonly Permission[] =>
  administrator ? granted.administrator.filter((permission) => permission === 'administer') : [];

/** The role in an existing company; undefined if the operator may not enter it. */
export const roleOf = ({ administrator, companies }: Operator, company: string): Role | undefined =>
  administrator ? 'administrator' : companies.find(({ id }) => id === company)?.role;

/** A system belongs to exactly one company. */
export const isSystem = ({ companies }: Operator): boolean => companies.some(({ role }) => role === 'system');

/** A person, or a system of a company. */
export interface Operator {
  id: string;
  /** Empty for a system. */
  email: string;
  name: string;
  administrator: boolean;
  /** The operator's companies. An administrator may enter every company without one. */
  companies: { id: string; role: Role }[];
}
