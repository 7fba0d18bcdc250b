export const roles = ['administrator', 'approver', 'viewer', 'system'] as const;
export type Role = (typeof roles)[number];

export const permissions = ['read', 'edit', 'decide', 'acknowledge', 'administer'] as const;
export type Permission = (typeof permissions)[number];

const granted: Record<Role, readonly Permission[]> = {
  viewer: ['read'],
  approver: ['read', 'edit', 'decide'],
  administrator: ['read', 'edit', 'decide', 'acknowledge', 'administer'],
  // For example bookkeeping software, which reads decisions and reports what it has booked.
  system: ['read', 'acknowledge'],
};

export const grantedTo = (role: Role): readonly Permission[] => granted[role];

export const mayDo = (role: Role, permission: Permission): boolean => granted[role].includes(permission);

export const grantedOutside = (administrator: boolean): readonly Permission[] =>
  administrator ? granted.administrator.filter((permission) => permission === 'administer') : [];

/** The companies whose operators somebody manages: all, or those that they are administrator of. */
export type Reach = 'everything' | readonly string[];

export const reachOf = ({ administrator, companies }: Operator): Reach =>
  administrator ? 'everything' : companies.filter(({ role }) => mayDo(role, 'administer')).map(({ id }) => id);

export const isInReach = (reach: Reach, company: string): boolean => reach === 'everything' || reach.includes(company);

/** Undefined if the operator may not enter the company, which must exist. */
export const roleOf = ({ administrator, companies }: Operator, company: string): Role | undefined =>
  administrator ? 'administrator' : companies.find(({ id }) => id === company)?.role;

export const isSystem = ({ companies }: Operator): boolean => companies.some(({ role }) => role === 'system');

export interface Operator {
  id: string;
  /** Empty for a system. */
  email: string;
  name: string;
  /** Administrators of the installation may enter every company, also without an entry in `companies`. */
  administrator: boolean;
  companies: { id: string; role: Role }[];
}
