import type { EventRange } from '../events/follow.ts';
import { choiceColumns, mayReceiveMail, type MailChoices } from './store.ts';
import type { PartnerCalls } from './rules.ts';
import { readTimeZone } from '../companies/store.ts';
import { dayIn } from '../../common/days.ts';
import { restOfWeek } from '../ground/db/days.ts';
import { type CompanyId, type Db, rowsOf, valueOf, onlyRowOf, execute } from '../ground/db/pool.ts';
import { raw, sql } from '../ground/db/sql.ts';
import { mayInCompany } from '../people/store.ts';
import { answeredFor, due, isOpen, waitsForCompany, withOperator } from '../supplier-invoices/lists/filter-store.ts';
import { countsFor, dueCounts, queueCounts } from '../supplier-invoices/lists/waiting-store.ts';

export interface Recipient extends MailChoices {
  id: string;
  name: string;
  /** Of the company, or of the installation. */
  administrator: boolean;
  preferences: { language?: 'en' | 'sv'; timeZone?: string };
}

export const readRecipients = (db: Db, company: CompanyId): Promise<Recipient[]> =>
  rowsOf(db, {
    name: 'readers-of-mail',
    text: `SELECT operators.id, operators.name, ${mayInCompany('administer')} AS administrator, preferences, ${choiceColumns}
           FROM mail_choices JOIN operators ON operators.id = mail_choices.operator_id
           WHERE mail_choices.company_id = $1 AND ${mayReceiveMail} ORDER BY operators.id`,
    values: [company],
  });

/** Returns the last event that mails were sent for, or undefined if another process has run since the given time. */
export const claimRun = (db: Db, company: CompanyId, now: Date, since: Date): Promise<string | undefined> =>
  valueOf(db, {
    name: 'begin-look-for-mail',
    text: `UPDATE mail_positions SET looked_at = $2
           WHERE company_id = $1 AND (looked_at IS NULL OR looked_at <= $3) RETURNING seq::text AS seq`,
    values: [company, now, since],
  });

export const advancePosition = (db: Db, company: CompanyId, from: string, to: string): Promise<void> =>
  execute(db, {
    name: 'end-look-for-mail',
    text: 'UPDATE mail_positions SET seq = $3 WHERE company_id = $1 AND seq = $2',
    values: [company, from, to],
  });

/** The first rows of all that there are. */
export interface Counted<Row> {
  count: number;
  first: Row[];
}

const counted = <Row extends object>(rows: (Row & { count: number })[]): Counted<Row> => ({
  count: rows[0]?.count ?? 0,
  first: rows.map(({ count: _count, ...row }) => row as unknown as Row),
});

export interface HeldInvoice {
  id: string;
  supplier: string;
  number: string | null;
  total: string | null;
  currency: string | null;
  heldFor: string[];
}

/**
 * Counts the invoices that an event in this range put on hold and that are still on hold, and returns the first ones.
 */
export async function heldBetween(db: Db, company: CompanyId, { after, to }: EventRange, limit: number) {
  const rows = await rowsOf<HeldInvoice & { count: number }>(db, {
    name: 'held-for-mail',
    text: `WITH held AS (
             SELECT subject_id::uuid AS id, max(seq) AS seq, (array_agg(data -> 'heldFor' ORDER BY seq DESC))[1] AS codes
             FROM events WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND type = 'supplierinvoice.held' GROUP BY subject_id
           )
           SELECT invoice.id, coalesce(suppliers.name, invoice.supplier_number) AS supplier,
                  document ->> 'supplierInvoiceNumber' AS number, (document ->> 'totalPrice')::numeric::text AS total, document ->> 'currency' AS currency,
                  codes AS "heldFor", (count(*) OVER ())::integer AS count
           FROM held JOIN supplier_invoices AS invoice
             ON invoice.company_id = $1 AND invoice.id = held.id AND invoice.state = 'held'
           LEFT JOIN suppliers ON suppliers.company_id = $1 AND suppliers.number = invoice.supplier_number
           ORDER BY held.seq LIMIT $4`,
    values: [company, after, to, limit],
  });
  return counted<HeldInvoice>(rows);
}

export interface ProposedChange {
  supplierNumber: string;
  supplier: string;
  partner: string;
  fields: string[];
}

/** Counts the changes that partners proposed in this range of events and that still wait, and returns the first ones. */
export async function proposedBetween(db: Db, company: CompanyId, { after, to }: EventRange, limit: number) {
  const rows = await rowsOf<ProposedChange & { count: number }>(db, {
    name: 'proposed-for-mail',
    text: `SELECT supplier_number AS "supplierNumber", suppliers.name AS supplier, operator_name AS partner, data -> 'fields' AS fields,
                  (count(*) OVER ())::integer AS count
           FROM events JOIN supplier_proposals AS proposal
             ON proposal.company_id = $1 AND supplier_number = subject_id AND proposal.id = (data ->> 'proposalId')::uuid
           JOIN suppliers ON suppliers.company_id = $1 AND suppliers.number = supplier_number
           WHERE events.company_id = $1 AND seq > $2 AND seq <= $3 AND type = 'supplier.proposed' ORDER BY seq LIMIT $4`,
    values: [company, after, to, limit],
  });
  return counted<ProposedChange>(rows);
}

export const callsSince = (db: Db, company: CompanyId, since: Date, minCalls: number): Promise<PartnerCalls[]> =>
  rowsOf(db, {
    name: 'calls-for-mail',
    text: `SELECT partners.id, name, counted.calls, counted.failed
           FROM (SELECT partner_id, count(*)::integer AS calls, (count(*) FILTER (WHERE status >= 400))::integer AS failed
                 FROM calls WHERE company_id = $1 AND created_at > $2 GROUP BY partner_id HAVING count(*) >= $3) AS counted
           JOIN partners ON partners.company_id = $1 AND partners.id = counted.partner_id ORDER BY name`,
    values: [company, since, minCalls],
  });

export async function readTold(
  db: Db,
  company: CompanyId,
): Promise<(operatorId: string, about: string) => Date | undefined> {
  const { rows } = await db.query<{ key: string; at: Date }>({
    name: 'told-by-mail',
    text: `SELECT operator_id || ' ' || about AS key, told_at AS at FROM mail_told WHERE company_id = $1`,
    values: [company],
  });
  const told = new Map(rows.map(({ key, at }) => [key, at]));
  return (operatorId, about) => told.get(`${operatorId} ${about}`);
}

export interface WaitingInvoice {
  id: string;
  supplier: string;
  number: string | null;
  total: string | null;
  currency: string | null;
  /** YYYY-MM-DD. */
  due: string | null;
}

/** Counts the invoices that wait for an operator, and returns the first ones by due date. */
export async function waitingFor(db: Db, company: CompanyId, operatorId: string, now: Date, limit: number) {
  const { text, values } = sql`
    SELECT page.id, coalesce(suppliers.name, page.supplier_number) AS supplier, document ->> 'supplierInvoiceNumber' AS number,
           total_price::text AS total, page.currency, page.payment_due_day::text AS due, count
    FROM (
      SELECT *, (count(*) OVER ())::integer AS count FROM invoice_projections
      WHERE company_id = ${company} AND ${isOpen} AND ${waitsForCompany({ now })}
        AND (${answeredFor(operatorId)} OR ${withOperator(company, operatorId)}) AND signed_by IS DISTINCT FROM ${operatorId}
      ORDER BY ${raw(due)}, id LIMIT ${limit}
    ) AS page
    JOIN supplier_invoices AS invoice ON invoice.company_id = ${company} AND invoice.id = page.id
    LEFT JOIN suppliers ON suppliers.company_id = ${company} AND suppliers.number = page.supplier_number
    ORDER BY page.payment_due_day, page.id`;
  return counted<WaitingInvoice>(await rowsOf(db, text, values));
}

export interface WaitingCounts {
  received: number;
  overdue: number;
  thisWeek: number;
  held: number;
  assigned: number;
  answered: number;
  mentioned: number;
  workOrders: number;
}

export async function countWaiting(db: Db, company: CompanyId, operatorId: string, now: Date): Promise<WaitingCounts> {
  const today = dayIn(now.getTime(), await readTimeZone(db, company));
  const { overdue, thisWeek } = dueCounts(company, restOfWeek(today));
  const { received, held } = queueCounts(company, now);
  const { assigned, mentioned, answered } = countsFor(company, operatorId, now);
  const { text, values } = sql`
    SELECT ${received} AS received, ${held} AS held, ${answered} AS answered,
           ${overdue} AS overdue, ${thisWeek} AS "thisWeek", ${assigned} AS assigned, ${mentioned} AS mentioned,
           (SELECT count(*)::integer FROM work_order_projections WHERE company_id = ${company} AND state = 'open') AS "workOrders"`;
  return onlyRowOf<WaitingCounts>(db, text, values);
}
