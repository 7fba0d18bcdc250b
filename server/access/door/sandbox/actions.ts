import type { SandboxDecision } from './schemas.ts';
import { resetSandbox } from '../../sandbox/actions.ts';
import { readChecklist } from '../../sandbox/checklist.ts';
import { invoiceExists } from '../../sandbox/checklist-store.ts';
import { findSandboxById } from '../../sandbox/store.ts';
import type { Partner } from '../../store.ts';
import { rawFinding } from '../../../checks/rule.ts';
import { dayIn } from '../../../../common/days.ts';
import { decide } from '../../../decisions/decide.ts';
import { invoiceDecisions, invoices } from '../../../decisions/invoices.ts';
import { transitionFor } from '../../../decisions/table.ts';
import type { DoorDeps } from '../../../deps.ts';
import { ApiError, conflict, notFound } from '../../../errors/errors.ts';
import { lockCounters } from '../../../events/counters.ts';
import { repeated } from '../../../ground/db/batch.ts';
import { isUuid, newId } from '../../../ground/db/ids.ts';
import { transaction } from '../../../ground/db/pool.ts';
import { identifierOf } from '../../../identifiers.ts';
import { addFindings, holdInvoice } from '../../../supplier-invoices/checking/findings-store.ts';
import { knownInvoiceFields } from '../../../supplier-invoices/shape.ts';

export function requireSandbox({ isSandbox }: Partner): void {
  if (!isSandbox) throw new ApiError('sandbox.only');
}

/** The author of decisions that the partner plays, in events and the audit log. */
const actorOf = ({ id }: Partner) => ({ id, name: 'Sandbox', email: '', administrator: true, companies: [] });

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
  const request = { company: partner.companyId, operator: actorOf(partner), id, decision, reason: why, traceId };
  await decide(deps, invoices, request, decision === 'book' ? { apply: async () => ({ voucher }) } : {});
}

/** Only checks hold invoices, so this one is held as if its supplier's account had been changed today. */
async function hold(
  { pool, followers }: Pick<DoorDeps, 'pool' | 'followers'>,
  partner: Partner,
  id: string,
  traceId: string,
): Promise<void> {
  const company = partner.companyId;
  await repeated(() =>
    transaction(pool, async (tx) => {
      await lockCounters(tx, company);
      const state = await invoices.lockState(tx, company, id);
      if (state === undefined) throw notFound();
      const found = state === 'received' ? undefined : transitionFor(invoiceDecisions, state, 'hold' as never);
      if (found !== undefined && 'obstacle' in found) throw conflict('decision.refused', { why: found.obstacle.code });
      const now = new Date();
      const finding = {
        ...rawFinding('payee.changed', { on: dayIn(now.getTime(), partner.timeZone), days: 30 }),
        severity: 'hold' as const,
      };
      await addFindings(tx, company, id, [finding]);
      const cause = { operator: actorOf(partner), traceId };
      await holdInvoice(tx, company, id, { ...cause, eventId: newId(), heldFor: [finding.code] }, now);
    }),
  );
  followers.wake(company);
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
