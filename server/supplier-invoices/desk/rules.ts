import { plainText } from '../../../common/numbers/digits.ts';
import { giroKey } from '../../checks/numbers/giro.ts';
import { recentMs } from '../../checks/rules/payee.ts';
import { noticeOf } from '../../../common/errors/notices.ts';
import { actionsFor, actionUnless, obstacleOf, type Action } from '../../decisions/table.ts';
import type { Role } from '../../operators/permissions.ts';
import type { Released } from '../deciding/approval-store.ts';
import type { DutyObstacle } from '../deciding/duties.ts';
import { invoiceDecisions, type InvoiceState } from '../../decisions/invoices.ts';

/** Whoever changed the payee since then does not release an invoice that arrived at this time. */
export const changersSince = (arrived: Date): Date => new Date(arrived.getTime() - recentMs);

type Account = Readonly<Record<'bankGiro' | 'postGiro', string>>;

/** What is to be written into a supplier's record so that it has the account of an invoice. */
export const accountToAccept = (invoice: Account, record: Account): Partial<Account> =>
  Object.fromEntries(
    (['bankGiro', 'postGiro'] as const).flatMap((kind) => {
      const key = giroKey(invoice[kind]);
      return key === '' || key === giroKey(record[kind]) ? [] : [[kind, plainText(invoice[kind]).trim()]];
    }),
  );

/** Whether something holds an invoice that was neither released nor dismissed. Findings are only ever added. */
export const isStillHeld = ({ findings, releasedAt, releasedFindings }: Released): boolean =>
  findings
    .slice(releasedAt === null ? 0 : (releasedFindings ?? findings.length))
    .some(({ severity, dismissed }) => severity === 'hold' && dismissed === undefined);

/** Earlier acts of an operator that limit what they may do with an invoice. */
interface OperatorHistory {
  /** They changed the supplier's payee. */
  isChanger?: boolean;
  /** They gave the first of two approvals. */
  isSigner?: boolean;
  duty?: DutyObstacle | undefined;
}

export function invoiceActions(
  state: InvoiceState,
  role: Role,
  { isChanger = false, isSigner = false, duty }: OperatorHistory = {},
): Record<'approve' | 'reject' | 'release' | 'reopen', Action> {
  const actions = actionsFor(invoiceDecisions, ['approve', 'reject', 'release', 'reopen'], state, role);
  if (actions.approve.allowed)
    actions.approve = actionUnless(
      isSigner ? obstacleOf('invoice.signed') : duty && { ...duty, why: noticeOf(duty.code, duty.parameters).message },
    );
  if (actions.release.allowed && isChanger) actions.release = actionUnless(obstacleOf('release.changer'));
  return actions;
}
