import { neededFor, type PendingInvoice } from './accept.ts';
import type { DryRunResult } from '../../door/dry-run.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { readKeyUses, type IdempotencyKey, type Outcome } from '../../idempotency/store.ts';
import { createLookAlikesCache } from '../../suppliers/look-alikes-store.ts';
import { readContext } from '../checking/context-store.ts';
import { judgeArriving, type LoadedContext } from '../checking/arrival-rules.ts';

/**
 * Judges each invoice as if it alone were sent now, in one statement for all of them. It shares no cache with
 * `acceptInvoices`, which predicts from what was stored.
 */
export function checkInvoices(pool: Pool) {
  const lookAlikes = createLookAlikesCache();

  async function judge(company: CompanyId, sent: PendingInvoice[]): Promise<Map<string, Outcome<DryRunResult>>> {
    if (sent.length === 0) return new Map();
    // Without settings the needs are those of every rule, so the context is always enough.
    const context = await readContext(pool, company, sent, neededFor({}), lookAlikes);
    const judgements = sent.flatMap((invoice, index) =>
      judgeArriving([invoice], { ...context, invoices: [context.invoices[index] as LoadedContext] }),
    );
    return new Map(
      judgements.map(({ invoice: { id, message }, findings }) => [id, { created: { findings, message } }]),
    );
  }

  return async (company: CompanyId, sent: PendingInvoice[]): Promise<Outcome<DryRunResult>[]> => {
    const keys = sent.flatMap(({ key }) => key ?? []);
    const uses =
      keys.length === 0 ? new Map<IdempotencyKey, never>() : await readKeyUses<DryRunResult>(pool, company, keys);
    const judged = await judge(
      company,
      sent.filter(({ key }) => key === undefined || !uses.has(key)),
    );
    return sent.map(({ id, key }) => (key && uses.get(key)) ?? judged.get(id) ?? { refused: true });
  };
}
