import { issueSandboxToken, openSandbox, previewSandbox, removeSandbox, resetSandbox } from '../actions.ts';
import { readChecklist } from '../checklist.ts';
import type { CopyCounts } from '../copy.ts';
import { findSandbox, type Sandbox } from '../store.ts';
import { readCompanyName } from '../../companies/store.ts';
import { findPartnerById } from '../../partners/store.ts';
import type { OperatorDeps } from '../../deps.ts';
import { notFound } from '../../errors/errors.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import { knownInvoiceFields } from '../../supplier-invoices/shape.ts';
import type { RecordCall } from '../../desk/operation.ts';

type Deps = Pick<OperatorDeps, 'pool' | 'files' | 'scopes'>;

async function requireSandbox({ pool }: Pick<Deps, 'pool'>, company: CompanyId, partnerId: string): Promise<Sandbox> {
  const sandbox = await findSandbox(pool, company, partnerId);
  if (sandbox === undefined) throw notFound();
  return sandbox;
}

/** `sandbox` is missing if the partner has none; `copies` says what opening or resetting it copies. */
export async function describeSandbox({ pool }: Deps, company: CompanyId, partnerId: string) {
  if ((await findPartnerById(pool, company, partnerId)) === undefined) throw notFound();
  const copies = await previewSandbox(pool, company, partnerId);
  const found = await findSandbox(pool, company, partnerId);
  if (found === undefined) return { copies };
  const { id, name, createdAt } = found;
  const checklist = await readChecklist(pool, { id: found.partnerId, companyId: id }, knownInvoiceFields);
  const items = checklist.map(({ at, ...item }) => ({ ...item, at: at === null ? null : new Date(at).toISOString() }));
  return { copies, sandbox: { id, name, createdAt, items } };
}

/** Creates the sandbox if it is missing, and a token of it in any case. */
export async function openSandboxOf(
  deps: Deps,
  { company, operator, id: partnerId }: RecordCall,
): Promise<CopyCounts & { id: string; token: string }> {
  const { pool, scopes } = deps;
  const real = { id: company, name: await readCompanyName(pool, company) };
  const { sandbox, copied } = await openSandbox(deps, real, partnerId, operator);
  const { token } = await issueSandboxToken(pool, sandbox, scopes, operator);
  return { id: sandbox.id, token, ...copied };
}

export const resetSandboxOf = async (deps: Deps, { company, operator, id }: RecordCall) =>
  resetSandbox(deps, await requireSandbox(deps, company, id), operator);

export const removeSandboxOf = async (deps: Deps, { company, operator, id }: RecordCall) =>
  removeSandbox(deps, await requireSandbox(deps, company, id), operator);
