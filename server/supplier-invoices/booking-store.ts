import type { InvoiceState } from './states.ts';
import { invoiceAndPartnerFields } from './store.ts';
import { recordEvents } from '../events/record.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Person } from '../operators/people-store.ts';

export interface Standing {
  state: InvoiceState;
  /** With which it is booked; null where it is not. */
  voucher: string | null;
}

/** How far an invoice is, which the transaction locks; undefined if the invoice does not exist. */
export async function lockBooking(tx: Db, company: CompanyId, id: string): Promise<Standing | undefined> {
  const { rows } = await tx.query<Standing>({
    name: 'lock-booking',
    text: 'SELECT state, voucher FROM supplier_invoices WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [company, id],
  });
  return rows[0];
}

export interface Booking {
  invoiceId: string;
  voucher: string;
  /** YYYY-MM-DD. */
  bookedOn: string | undefined;
  operator: Person;
  /** Of the request that said so. */
  traceId: string;
  eventId: string;
}

const bookText = `
  WITH booked AS (
    UPDATE supplier_invoices SET state = 'booked', booked_at = $2, booked_by = $5, voucher = $7, booked_on = $8
    WHERE company_id = $1 AND id = $3
    RETURNING id, external_reference_id, supplier_number, partner_id
  ), fresh AS (
    SELECT $4::uuid AS event_id, 'supplierinvoice.booked' AS type, id::text AS subject_id, 1 AS place,
           jsonb_strip_nulls(jsonb_build_object(
             ${invoiceAndPartnerFields},
             'by', jsonb_build_object('id', $5::uuid, 'name', $6::text), 'voucher', $7::text, 'bookedOn', $8::date,
             'traceId', $9::text)) AS data
    FROM booked
  ), ${recordEvents('one', 'fresh', ['supplierinvoice.booked'])}
  SELECT FROM fresh`;

/** Writes that an invoice is booked, which is approved and locked, with its event. How it was decided stays with it. */
export async function writeBooking(tx: Db, company: CompanyId, booking: Booking, now: Date): Promise<void> {
  const { invoiceId, voucher, bookedOn, operator, traceId, eventId } = booking;
  await tx.query({
    name: 'book-invoice',
    text: bookText,
    values: [company, now, invoiceId, eventId, operator.id, operator.name, voucher, bookedOn, traceId],
  });
}
