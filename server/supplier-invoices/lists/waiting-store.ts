import { due, isOpen } from './filter-store.ts';
import { addDays, datedOnDays, type Days } from '../../ground/db/days.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import { joined, raw, sql, type Sql } from '../../ground/db/sql.ts';

export const isReceived = raw(`state = 'received'`);
export const isHeld = raw(`state = 'held'`);

/** How many invoices meet all conditions, as a part of a statement. */
export const countInvoices = (company: CompanyId, ...conditions: Sql[]): Sql =>
  sql`(SELECT count(*)::integer FROM invoice_projections WHERE ${joined([sql`company_id = ${company}`, ...conditions], ' AND ')})`;

/** What is not decided and due on these days, or was before. */
export const dueCounts = (company: CompanyId, { from, to, zone }: Days & { from: string }) => ({
  overdue: countInvoices(company, isOpen, ...datedOnDays(due, { to: addDays(from, -1), zone })),
  thisWeek: countInvoices(company, isOpen, ...datedOnDays(due, { from, to, zone })),
});

/** What is not decided and given to somebody, or mentions somebody. */
export const countsFor = (company: CompanyId, operatorId: string) => ({
  assigned: countInvoices(company, isOpen, sql`assigned_to = ${operatorId}`),
  mentioned: countInvoices(company, isOpen, sql`mentioned <> '{}' AND mentioned && ${[operatorId]}::uuid[]`),
});
