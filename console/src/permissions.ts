import type { Company, Permission, Session } from './api/types.ts';

/**
 * Whether the API would let the operator do this, as the session says. It only decides what a button looks like before
 * it is pressed: the API refuses what is not allowed, and what depends on a record's state comes with the record as its
 * actions.
 */
export const mayDo = (session: Session, company: Company | undefined, permission: Permission): boolean =>
  session.may.includes(permission) || (company?.may.includes(permission) ?? false);
