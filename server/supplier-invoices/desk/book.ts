import { v7 as uuidv7 } from 'uuid';
import type { InvoiceBooking } from './booking-schemas.ts';
import { audit } from '../../audit/record.ts';
import type { Decides } from '../../desk/decide.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { conflict, invalidBody, notFound } from '../../errors/errors.ts';
import { repeated } from '../../ground/db/batch.ts';
import { lockCounters } from '../../ground/db/counters.ts';
import { transaction, type CompanyId } from '../../ground/db/pool.ts';
import { judge } from '../../ground/decisions.ts';
import { faultOfIdentifier, identifierOf } from '../../identifiers.ts';
import type { Operator } from '../../operators/permissions.ts';
import { lockBooking, writeBooking } from '../booking-store.ts';
import { invoiceDecisions } from '../states.ts';

/** A day that a bookkeeping can mean. */
const isDay = /^(19|2[01])/;

/**
 * Notes that the company's bookkeeping has an approved invoice. A system that does not know whether it was heard says it again: with the
 * same voucher nothing happens any more. Of two with different vouchers the second is told which one stands.
 */
export async function bookInvoice(
  { pool, followers }: Decides,
  company: CompanyId,
  operator: Operator,
  invoiceId: string,
  form: InvoiceBooking,
  traceId: string,
): Promise<void> {
  const fault = faultOfIdentifier(form.voucher);
  const bookedOn = form.bookedOn ?? undefined;
  const problems = [
    ...(fault === undefined ? [] : [{ path: 'voucher', ...fault }]),
    ...(bookedOn === undefined || isDay.test(bookedOn) ? [] : [problemAt('bookedOn', 'field.invalid')]),
  ];
  if (problems.length > 0) throw invalidBody(problems);
  const voucher = identifierOf(form.voucher);
  const changed = await repeated(() =>
    transaction(pool, async (tx) => {
      await lockCounters(tx, company);
      const standing = await lockBooking(tx, company, invoiceId);
      if (standing === undefined) throw notFound();
      if (standing.voucher === voucher) return false;
      if (standing.voucher !== null) throw conflict('booking.exists', { voucher: standing.voucher });
      const judged = judge(invoiceDecisions, standing.state, 'book');
      if ('obstacle' in judged) throw conflict('decision.refused', { why: judged.obstacle.code });
      const now = new Date();
      await writeBooking(tx, company, { invoiceId, voucher, bookedOn, operator, traceId, eventId: uuidv7() }, now);
      const subject = { subjectType: 'supplierinvoice', subjectId: invoiceId.toLowerCase() };
      await audit(tx, company, operator, { action: judged.row.event, ...subject, data: { voucher, bookedOn } }, now);
      return true;
    }),
  );
  if (changed) followers.wake(company);
}
