import { resetSandbox } from '../actions.ts';
import { readChecklist } from '../checklist.ts';
import { findSandboxById } from '../store.ts';
import type { Partner } from '../../partners/store.ts';
import type { DoorDeps } from '../../deps.ts';
import { ApiError, notFound } from '../../errors/errors.ts';
import { knownInvoiceFields } from '../../supplier-invoices/shape.ts';

export function requireSandbox({ isSandbox }: Partner): void {
  if (!isSandbox) throw new ApiError('sandbox.only');
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
