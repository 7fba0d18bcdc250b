import { decidedInvoices } from './actions.ts';
import { readPayee } from './queries.ts';
import { decide, type Decides } from '../../desk/decide.ts';
import { notFound } from '../../errors/errors.ts';
import { lockCounters } from '../../ground/db/counters.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import type { Operator } from '../../operators/permissions.ts';
import { lockSuppliers } from '../../suppliers/store.ts';

interface Release {
  reason: string | undefined;
  /** Whether the account of the invoice is written into the supplier's record. */
  acceptAccount: boolean;
  /** Of the operator's request. */
  traceId: string;
}

/** Lets a held invoice be decided. It takes another pair of eyes than whoever changed the supplier's payee. */
export async function releaseInvoice(
  { pool, followers }: Decides,
  company: CompanyId,
  operator: Operator,
  id: string,
  { reason, traceId }: Release,
): Promise<void> {
  const payee = await readPayee(pool, company, id);
  if (payee === undefined) throw notFound();
  await decide(
    { pool, followers },
    decidedInvoices,
    company,
    operator,
    id,
    { decision: 'release', reason, traceId },
    {
      lock: async (tx) => {
        // Whoever changes a supplier locks the counters first, too.
        await lockCounters(tx, company);
        await lockSuppliers(tx, company, [payee.supplierNumber]);
      },
    },
  );
}
