import { absolute, decimalOf, unitsAt } from '../../../common/decimal.ts';

/** How much somebody may approve alone. */
export interface Limit {
  most: string;
  currency: string;
}

/** What is compared with a limit. */
export interface LimitedAmount {
  /** The largest amount that the invoice names, whatever its sign; null if it has no total or one of its amounts cannot be read. */
  amount: string | null;
  currency: string | null;
}

export interface Approved extends LimitedAmount {
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
 * Whether an approval takes a second approver: the amount is above the limit, or cannot be compared with it because it is in another
 * currency or not known. A credit counts as the amount that it credits. Without a limit no approval does.
 */
export function takesTwo(limit: Limit | undefined, { amount, currency }: LimitedAmount): boolean {
  if (limit === undefined) return false;
  if (amount === null || codeOf(currency) !== codeOf(limit.currency)) return true;
  const [sent, most] = [decimalOf(amount), decimalOf(limit.most)];
  const scale = Math.max(sent.scale, most.scale);
  return absolute(unitsAt(scale, sent)) > unitsAt(scale, most);
}

const codeOf = (currency: string | null) => currency?.trim().toUpperCase();
