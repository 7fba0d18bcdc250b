import { due, isDue, isOpen, isSigned } from './filter-store.ts';
import { addDays, datedOnDays, type Days } from '../../ground/db/days.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import { joined, raw, sql, type Sql } from '../../ground/db/sql.ts';

export const isReceived = raw(`state = 'received'`);
export const isHeld = raw(`state = 'held'`);

export const countInvoices = (company: CompanyId, ...conditions: Sql[]): Sql =>
  sql`(SELECT count(*)::integer FROM invoice_projections WHERE ${joined([sql`company_id = ${company}`, ...conditions], ' AND ')})`;

export const dueCounts = (company: CompanyId, { from, to, zone }: Days & { from: string }) => ({
  overdue: countInvoices(company, isDue, ...datedOnDays(due, { to: addDays(from, -1), zone })),
  thisWeek: countInvoices(company, isDue, ...datedOnDays(due, { from, to, zone })),
});

export const signedCounts = (company: CompanyId, operatorId: string) => ({
  signed: countInvoices(company, isSigned),
  signedByOthers: countInvoices(company, isSigned, sql`signed_by <> ${operatorId}`),
});

export const countsFor = (company: CompanyId, operatorId: string) => ({
  assigned: countInvoices(company, isOpen, sql`assigned_to = ${operatorId}`),
  mentioned: countInvoices(company, isOpen, sql`mentioned <> '{}' AND mentioned && ${[operatorId]}::uuid[]`),
});
