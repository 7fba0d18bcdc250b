import type { Partner } from '../../../partners/store.ts';
import { audit } from '../../../audit/record.ts';
import type { InvoiceState } from '../../../decisions/invoices.ts';
import type { DoorDeps } from '../../../deps.ts';
import { createOrExplain, type CreationAnswer } from '../../../door/create-once.ts';
import { ApiError, conflict } from '../../../errors/errors.ts';
import { waking } from '../../../events/followers.ts';
import { retryOnConflict } from '../../../ground/db/batch.ts';
import { isUuid } from '../../../ground/db/ids.ts';
import { writeOnce, type IdempotencyKey, type Insert, type Outcome } from '../../../idempotency/store.ts';
import { lockInvoice, readInvoiceState } from '../../store.ts';
import { withdrawInvoice, type Withdrawal } from '../../withdraw-store.ts';
import type { SupplierInvoiceWithdrawn } from './withdraw-schemas.ts';

interface Item extends Withdrawal {
  key: IdempotencyKey | undefined;
  subjectId: string;
  message: (isRepeated: boolean) => string;
}

const isOpen = (state: InvoiceState) => state === 'received' || state === 'held';

const withdrawn: Insert<Item, SupplierInvoiceWithdrawn> = async (tx, company, items) => {
  const answers: (SupplierInvoiceWithdrawn | undefined)[] = [];
  for (const item of items) {
    const now = new Date();
    const state = await lockInvoice(tx, company, { id: item.id, sentBy: item.partnerId });
    if (state === 'withdrawn') answers.push({ message: item.message(true) });
    else if (state === undefined || !(await withdrawInvoice(tx, company, item, now))) answers.push(undefined);
    else {
      const { id, partnerId, partnerName, reason, traceId } = item;
      const entry = {
        action: 'supplierinvoice.withdrawn',
        subjectType: 'supplierinvoice',
        subjectId: id,
        data: { reason, partnerId, traceId },
      };
      await audit(tx, company, { id: null, name: partnerName }, entry, now);
      answers.push({ message: item.message(false) });
    }
  }
  return answers;
};

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
  const write = waking<Item, Outcome<SupplierInvoiceWithdrawn>>(followers, (company, items) =>
    retryOnConflict(() => writeOnce(pool, company, items, withdrawn)),
  );
  return createOrExplain(async () => (await write(companyId, [item]))[0] as Outcome<SupplierInvoiceWithdrawn>, {
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
