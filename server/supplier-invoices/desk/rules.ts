import { plainText } from '../../checks/numbers/digits.ts';
import { giroKey } from '../../checks/numbers/giro.ts';
import { recentMs } from '../../checks/rules/payee.ts';
import { actionsOf, type Action } from '../../desk/decisions.ts';
import { noticeOf } from '../../errors/notices.ts';
import { obstacleOf, type Obstacle } from '../../ground/decisions.ts';
import type { Role } from '../../operators/permissions.ts';
import type { Released } from '../approval-store.ts';
import type { DutyObstacle } from '../duties.ts';
import { invoiceDecisions, type InvoiceState } from '../states.ts';

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

/** What an operator did before that keeps them from doing more. */
interface Did {
  /** They changed who is paid by the invoice. */
  isChanger?: boolean;
  /** They approved it as the first of two. */
  isSigner?: boolean;
  /** To approve it is another person's duty. */
  duty?: DutyObstacle | undefined;
}

type Shown = 'approve' | 'reject' | 'release' | 'reopen';

/** What somebody of this role may do with an invoice in this state. */
export function actionsFor(
  state: InvoiceState,
  role: Role,
  { isChanger = false, isSigner = false, duty }: Did = {},
): Record<Shown, Action> {
  const actions = actionsOf(invoiceDecisions, ['approve', 'reject', 'release', 'reopen'], state, role);
  const unless = (action: Action, obstacle: Obstacle | false | undefined): Action =>
    action.allowed && obstacle ? { allowed: false, ...obstacle } : action;
  const dutyInWords = duty && { ...duty, why: noticeOf(duty.code, duty.parameters).message };
  return {
    ...actions,
    approve: unless(actions.approve, isSigner ? obstacleOf('invoice.signed') : dutyInWords),
    release: unless(actions.release, isChanger && obstacleOf('release.changer')),
  };
}
