import type { Partner } from '../../../partners/store.ts';
import { audit } from '../../../audit/record.ts';
import type { InvoiceState } from '../../../decisions/invoices.ts';
import type { DoorDeps } from '../../../deps.ts';
import { createOrExplain, type CreationAnswer } from '../../../door/create.ts';
import { ApiError, conflict } from '../../../errors/errors.ts';
import { isUuid } from '../../../ground/db/ids.ts';
import type { CompanyId, Db } from '../../../ground/db/pool.ts';
import { writeAlone, type IdempotencyKey } from '../../../idempotency/store.ts';
import { lockInvoice, readInvoiceState } from '../../store.ts';
import { withdrawInvoice, type Withdrawal } from '../../withdraw-store.ts';
import type { SupplierInvoiceWithdrawn } from '../schemas.ts';

interface Item extends Withdrawal {
  key: IdempotencyKey | undefined;
  subjectId: string;
  message: (isRepeated: boolean) => string;
}

const isOpen = (state: InvoiceState) => state === 'received' || state === 'held';

async function writeWithdrawal(tx: Db, company: CompanyId, item: Item): Promise<SupplierInvoiceWithdrawn | undefined> {
  const { id, partnerId, partnerName, reason, traceId } = item;
  const now = new Date();
  const state = await lockInvoice(tx, company, { id, sentBy: partnerId });
  if (state === 'withdrawn') return { message: item.message(true) };
  if (state === undefined || !(await withdrawInvoice(tx, company, item, now))) return undefined;
  const entry = { action: 'supplierinvoice.withdrawn', subjectId: id, data: { reason, partnerId, traceId } };
  await audit(tx, company, { id: null, name: partnerName }, entry, now);
  return { message: item.message(false) };
}

/**
 * Withdraws an invoice that nobody has decided about. Withdrawing it again changes nothing and is no error: the answer
 * to the first request may have been lost.
 */
export async function withdraw(
  { pool, followers, recordKinds }: Pick<DoorDeps, 'pool' | 'followers' | 'recordKinds'>,
  partner: Partner,
  request: Pick<Item, 'reason' | 'traceId' | 'key' | 'message'> & { id: string },
): Promise<CreationAnswer<SupplierInvoiceWithdrawn>> {
  const { companyId, id: partnerId, name: partnerName } = partner;
  const unknown = () =>
    new ApiError('supplierinvoice.unknown', { id: request.id, ofPartner: true, inPath: true as const });
  if (!isUuid(request.id)) throw unknown();
  const id = request.id.toLowerCase();
  const item: Item = { ...request, id, subjectId: id, partnerId, partnerName };
  return createOrExplain(() => writeAlone({ pool, followers }, companyId, item, writeWithdrawal), {
    key: item.key,
    recordKinds,
    explain: async () => {
      const state = await readInvoiceState(pool, companyId, { id, sentBy: partnerId });
      if (state === undefined) throw unknown();
      if (!isOpen(state) && state !== 'withdrawn') throw conflict('supplierinvoice.decided', { state }, id);
    },
    // The body of the earlier request is not stored.
    differencesFrom: async () => undefined,
  });
}
