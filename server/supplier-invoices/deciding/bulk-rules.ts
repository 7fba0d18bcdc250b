import type { ObstacleCode } from '../../../common/errors/notices.ts';
import { transitionFor, type Transition } from '../../decisions/table.ts';
import type { PayeeAct } from '../../suppliers/changes-store.ts';
import type { BulkDecision, Candidate } from './bulk-store.ts';
import { dutyOf } from './duties.ts';
import { approvalBy, type Limit } from './limit.ts';
import { invoiceDecisions, type InvoiceDecision, type InvoiceState } from '../../decisions/invoices.ts';

/** Decided in one transaction. */
export const atOnce = 100;
/** Chosen at the most for one bulk. */
export const maxChosen = 10_000;

type Judged = { transition: Transition<InvoiceState, InvoiceDecision> } | { code: ObstacleCode };

/** Who decides. */
export interface Decider {
  id: string;
  /** How much they may approve alone. */
  limit: Limit | undefined;
  /** What they did lately that concerns who is paid; undefined if the company lets them approve all the same. */
  hands: readonly PayeeAct[] | undefined;
}

/** What a bulk comes to for one of its invoices: the row of the table of decisions, or why it is left out. */
export function judgeInBulk(
  { decision, withFindings }: { decision: BulkDecision; withFindings: boolean },
  { id, limit, hands }: Decider,
  invoice: Candidate | undefined,
): Judged {
  if (invoice === undefined) return { code: 'invoice.unknown' };
  const judged = transitionFor(invoiceDecisions, invoice.state, decision);
  if ('obstacle' in judged) return { code: judged.obstacle.code };
  // Whoever rejects does so because something is wrong.
  if (decision === 'reject') return judged;
  const duty = hands && dutyOf(id, invoice, hands);
  if (duty !== undefined) return { code: duty.code };
  if (invoice.hasFindings && !withFindings) return { code: 'invoice.findings' };
  const comesTo = approvalBy(id, limit, invoice);
  // What takes two is looked at one by one.
  return comesTo === 'approve' ? judged : { code: comesTo === 'sign' ? 'invoice.limit' : 'invoice.signed' };
}
