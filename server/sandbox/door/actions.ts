import type { SandboxDecision } from './schemas.ts';
import { resetSandbox } from '../actions.ts';
import { readChecklist } from '../checklist.ts';
import { invoiceExists } from '../checklist-store.ts';
import { findSandboxById } from '../store.ts';
import type { Partner } from '../../partners/store.ts';
import { rawFinding } from '../../checks/rule.ts';
import { dayIn } from '../../../common/days.ts';
import type { ObstacleCode } from '../../../common/errors/notices.ts';
import { decide } from '../../decisions/decide.ts';
import { invoiceDecisions } from '../../decisions/invoices.ts';
import type { DoorDeps } from '../../deps.ts';
import { ApiError, conflict, notFound } from '../../errors/errors.ts';
import { isUuid } from '../../ground/db/ids.ts';
import { identifierOf } from '../../identifiers.ts';
import { addFindings, holdInvoice } from '../../supplier-invoices/checking/findings-store.ts';
import { recordInvoiceDecisions, transitionOf } from '../../supplier-invoices/deciding/decide.ts';
import { lockToDecide } from '../../supplier-invoices/deciding/lock-store.ts';
import { knownInvoiceFields } from '../../supplier-invoices/shape.ts';

export function requireSandbox({ isSandbox }: Partner): void {
  if (!isSandbox) throw new ApiError('sandbox.only');
}

/** The author of decisions that the partner plays, in events and the audit log. */
const actorOf = ({ id }: Partner) => ({ id, name: 'Sandbox' });

const voucher = 'SANDBOX';

/**
 * Decides as an operator does, through the same table and the same transaction. Duties, approval limits and second
 * signatures are about people, and there are none.
 */
export async function decideInSandbox(
  deps: Pick<DoorDeps, 'pool' | 'followers'>,
  partner: Partner,
  { supplierInvoiceId, decision, reason }: SandboxDecision,
  traceId: string,
): Promise<void> {
  const id = identifierOf(supplierInvoiceId).toLowerCase();
  if (!isUuid(id) || !(await invoiceExists(deps.pool, partner, id)))
    throw new ApiError('supplierinvoice.unknown', { id: supplierInvoiceId, ofPartner: true });
  if (decision === 'hold') return hold(deps, partner, id, traceId);
  const why = decision === 'book' ? undefined : reason?.trim() || undefined;
  const company = partner.companyId;
  await decide(deps, company, async (tx, now) => {
    const invoice = await lockToDecide(tx, company, id);
    if (invoice === undefined) throw notFound();
    const transition = transitionOf(invoice, decision, why);
    const details = decision === 'book' ? { voucher } : {};
    const decided = { company, operator: actorOf(partner), reason: why, traceId, transition, details };
    await recordInvoiceDecisions(tx, decided, [invoice], now);
  });
}

/** Only checks hold invoices, so this one is held as if its supplier's account had been changed today. */
async function hold(deps: Pick<DoorDeps, 'pool' | 'followers'>, partner: Partner, id: string, traceId: string) {
  const company = partner.companyId;
  await decide(deps, company, async (tx, now) => {
    const invoice = await lockToDecide(tx, company, id);
    if (invoice === undefined) throw notFound();
    if (invoice.state !== 'received')
      throw conflict('decision.refused', { why: invoiceDecisions.obstacles[invoice.state] as ObstacleCode });
    const finding = {
      ...rawFinding('payee.changed', { on: dayIn(now.getTime(), partner.timeZone), days: 30 }),
      severity: 'hold' as const,
    };
    await addFindings(tx, company, id, [finding]);
    const cause = { operator: actorOf(partner), traceId };
    await holdInvoice(tx, company, id, { ...cause, heldFor: [finding.code] }, now);
  });
}

export async function checklistOf({ pool }: Pick<DoorDeps, 'pool'>, partner: Partner) {
  const items = await readChecklist(pool, partner, knownInvoiceFields);
  const left = items.filter(({ done }) => !done).length;
  const message =
    left === 0
      ? 'Everything is done. You can go live.'
      : `${items.length - left} of ${items.length} are done. docs/go-live.md shows how to do the rest.`;
  return { items, message };
}

export async function resetOf(deps: Pick<DoorDeps, 'pool' | 'files'>, partner: Partner): Promise<string> {
  const sandbox = await findSandboxById(deps.pool, partner.companyId);
  if (sandbox === undefined) throw notFound();
  const { suppliers, projects } = await resetSandbox(deps, sandbox, { id: null, name: partner.name });
  return `The sandbox was reset: what was sent is gone, and ${suppliers} suppliers and ${projects} projects were copied anew.`;
}
