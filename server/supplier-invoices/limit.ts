import { exactOf, unitsAt } from '../checks/exact.ts';

/** How much somebody may approve alone. */
export interface Limit {
  most: string;
  currency: string;
}

/** What an invoice says that it comes to, as it was sent. */
export interface Total {
  total: string | null;
  currency: string | null;
}

export interface Approved extends Total {
  /** Who approved it first, where it takes a second approver. */
  signedBy: string | null;
}

/**
 * What somebody's approval comes to: the first of an invoice that takes two signs it, another approver's approves it, whatever
 * their limit, and who signed it has approved it already.
 */
export function approvalBy(operatorId: string, limit: Limit | undefined, invoice: Approved): Approval {
  if (invoice.signedBy === operatorId) return 'signed';
  return invoice.signedBy === null && takesTwo(limit, invoice) ? 'sign' : 'approve';
}

export type Approval = 'approve' | 'sign' | 'signed';

/**
 * Whether an approval takes a second approver: the total is above the limit, or cannot be compared with it, since it is in another
 * currency or is not there. Without a limit no approval does.
 */
export function takesTwo(limit: Limit | undefined, { total, currency }: Total): boolean {
  if (limit === undefined) return false;
  if (total === null || codeOf(currency) !== codeOf(limit.currency)) return true;
  const [sent, most] = [exactOf(total), exactOf(limit.most)];
  const scale = Math.max(sent.scale, most.scale);
  return unitsAt(scale, sent) > unitsAt(scale, most);
}

const codeOf = (currency: string | null) => currency?.trim().toUpperCase();
