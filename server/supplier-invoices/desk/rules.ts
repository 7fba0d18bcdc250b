import { giroKey } from '../../checks/numbers/giro.ts';
import { recentMs } from '../../checks/rules/payee.ts';
import { actionsOf, type Action } from '../../desk/decisions.ts';
import { obstacleOf } from '../../ground/decisions.ts';
import type { Role } from '../../operators/permissions.ts';
import { invoiceDecisions, type InvoiceDecision, type InvoiceState } from '../states.ts';

/** Whoever changed the payee since then does not release an invoice that arrived at this time. */
export const changersSince = (arrived: Date): Date => new Date(arrived.getTime() - recentMs);

type Account = Readonly<Record<'bankGiro' | 'postGiro', string>>;

/** What is to be written into a supplier's record so that it has the account of an invoice. */
export const accountToAccept = (invoice: Account, record: Account): Partial<Account> =>
  Object.fromEntries(
    (['bankGiro', 'postGiro'] as const).flatMap((kind) => {
      const key = giroKey(invoice[kind]);
      return key === '' || key === giroKey(record[kind]) ? [] : [[kind, invoice[kind].trim()]];
    }),
  );

/** What somebody of this role may do with an invoice in this state. `isChanger`: whether they changed who is paid by it. */
export function actionsFor(state: InvoiceState, role: Role, isChanger = false): Record<InvoiceDecision, Action> {
  const actions = actionsOf(invoiceDecisions, ['approve', 'reject', 'release'], state, role);
  const release: Action =
    actions.release.allowed && isChanger ? { allowed: false, ...obstacleOf('release.changer') } : actions.release;
  return { ...actions, release };
}
