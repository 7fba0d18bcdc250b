import type { EventType } from '../../common/events.ts';
import { recordEvents, type NewEvent, type InvoiceOfEvent } from '../events/record.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { readInvoicesForEvents } from './store.ts';

type Payload<Type extends EventType> = Extract<NewEvent, { type: Type }>['data'];

/** Records one event of an invoice, which exists. `more` is what the event has in addition to the invoice's fields. */
export async function recordInvoiceEvent<Type extends `supplierinvoice.${string}` & EventType>(
  tx: Db,
  company: CompanyId,
  id: string,
  type: Type,
  more: Omit<Payload<Type>, keyof InvoiceOfEvent>,
  now: Date,
): Promise<void> {
  const invoice = await readInvoiceForEvent(tx, company, id);
  const event: unknown = { type, subjectId: invoice.supplierInvoiceId, data: { ...invoice, ...more } };
  await recordEvents(tx, company, [event as NewEvent], now);
}

export async function readInvoiceForEvent(tx: Db, company: CompanyId, id: string): Promise<InvoiceOfEvent> {
  const found = (await readInvoicesForEvents(tx, company, [id])).get(id.toLowerCase());
  if (found === undefined) throw new Error(`There is no invoice ${id}.`);
  return found;
}
