import { isStillHeld } from './rules.ts';
import type { Besides, Decided } from '../../desk/decide.ts';
import { conflict } from '../../errors/errors.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import { judge, type Transition } from '../../ground/decisions.ts';
import type { Operator } from '../../operators/permissions.ts';
import { readApproved, readLimit, readReleased } from '../approval-store.ts';
import { lockState, writeDecision } from '../decision-store.ts';
import { readDuty } from '../duties.ts';
import { judgeAtApproval } from '../judge-again.ts';
import { approvalBy } from '../limit.ts';
import { invoiceDecisions, type InvoiceDecision, type InvoiceState } from '../states.ts';

/** What deciding about an invoice takes. */
export const decidedInvoices: Decided<InvoiceState, InvoiceDecision> = {
  decisions: invoiceDecisions,
  lockState,
  writeDecision,
};

type InvoiceBesides = Besides<InvoiceState, InvoiceDecision>;

/** The first approval of an invoice that takes two signs it; another approver's approves it, whatever their limit. */
export const approving = (company: CompanyId, operator: Operator, id: string): InvoiceBesides => ({
  turn: async (tx, row) => {
    const approved = await readApproved(tx, company, id);
    const comesTo = approvalBy(operator.id, await readLimit(tx, company, operator), approved);
    if (comesTo === 'signed') throw conflict('decision.refused', { why: 'invoice.signed' });
    const now = new Date();
    const duty = await readDuty(tx, company, operator.id, approved, now);
    if (duty !== undefined) throw conflict('decision.refused', { why: duty.code, ...duty.parameters });
    const worse = (await judgeAtApproval(tx, company, [id], now)).get(id.toLowerCase());
    if (worse !== undefined) return conflict('approval.stopped', { ...worse.parameters, finding: worse.code });
    if (comesTo === 'approve') return row;
    return (judge(invoiceDecisions, row.from, 'sign') as { row: typeof row }).row;
  },
});

/** What was held and never released is held again. */
export const reopening = (company: CompanyId, id: string): InvoiceBesides => ({
  turn: async (tx, row): Promise<Transition<InvoiceState, InvoiceDecision>> =>
    isStillHeld(await readReleased(tx, company, id)) ? { ...row, to: 'held' } : row,
  act: (_tx, _now, { from, to }) => Promise.resolve({ from, state: to }),
});

/** What a decision takes besides. A release takes more, and is made elsewhere. */
export function besidesOf(
  decision: Exclude<InvoiceDecision, 'release' | 'sign' | 'book'>,
  company: CompanyId,
  operator: Operator,
  id: string,
): InvoiceBesides {
  if (decision === 'approve') return approving(company, operator, id);
  return decision === 'reopen' ? reopening(company, id) : {};
}
