import { isPayeeChanger } from './actions.ts';
import { decidedInvoices } from './decisions.ts';
import { readPayee } from './queries.ts';
import { accountToAccept } from './rules.ts';
import { decide, type Decides } from '../../desk/decide.ts';
import { conflict, notFound } from '../../errors/errors.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import type { Operator } from '../../operators/permissions.ts';
import { applySupplierPatch } from '../../suppliers/change.ts';
import type { SupplierEntry } from '../../suppliers/shape.ts';
import { lockSuppliers } from '../../suppliers/store.ts';

interface Release {
  reason: string | undefined;
  /** Whether the account of the invoice is written into the supplier's record. */
  acceptAccount: boolean;
  /** Of the operator's request. */
  traceId: string;
}

/** Lets a held invoice be decided. It takes another pair of eyes than those of whoever changed the supplier's payee. */
export async function releaseInvoice(
  deciding: Decides,
  company: CompanyId,
  operator: Operator,
  id: string,
  { reason, acceptAccount, traceId }: Release,
): Promise<void> {
  const invoice = await readPayee(deciding.pool, company, id);
  if (invoice === undefined) throw notFound();
  const number = invoice.supplierNumber;
  let record: SupplierEntry | undefined;
  const verdict = { decision: 'release', reason, traceId } as const;
  await decide(deciding, decidedInvoices, company, operator, id, verdict, {
    // Nobody changes the payee between the look at who changed it and the release.
    lock: async (tx) => {
      record = (await lockSuppliers(tx, company, [number])).get(number);
    },
    act: async (tx, now) => {
      if (await isPayeeChanger(tx, company, operator.id, number, invoice.createdAt))
        throw conflict('decision.refused', { why: 'release.changer' });
      if (!acceptAccount || record === undefined) return {};
      const patch = accountToAccept(invoice, record);
      const { changed, proposed } = await applySupplierPatch(tx, company, operator, traceId, number, patch, now);
      return { ...(changed && { accountAccepted: true }), ...(proposed && { accountProposed: true }) };
    },
  });
}
