import {
  answeredFor,
  due,
  isDue,
  isOpen,
  isSigned,
  waitsForCompany,
  waitsForPartner,
  withOperator,
} from './filter-store.ts';
import { addDays } from '../../../common/days.ts';
import { datedOnDays, type restOfWeek } from '../../ground/db/days.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import { joined, raw, sql, type Sql } from '../../ground/db/sql.ts';

export const isReceived = raw(`state = 'received'`);
const isHeld = raw(`state = 'held'`);

export const countInvoices = (company: CompanyId, ...conditions: Sql[]): Sql =>
  sql`(SELECT count(*)::integer FROM invoice_projections WHERE ${joined([sql`company_id = ${company}`, ...conditions], ' AND ')})`;

export const dueCounts = (company: CompanyId, { from, to }: ReturnType<typeof restOfWeek>) => ({
  overdue: countInvoices(company, isDue, ...datedOnDays(due, { to: addDays(from, -1) })),
  thisWeek: countInvoices(company, isDue, ...datedOnDays(due, { from, to })),
});

/** Those that an operator can take up now: invoices that wait for the partner are counted on their own. */
export const queueCounts = (company: CompanyId, now: Date) => ({
  received: countInvoices(company, isReceived, waitsForCompany({ now })),
  held: countInvoices(company, isHeld, waitsForCompany({ now })),
  forPartner: countInvoices(company, isOpen, waitsForPartner({ now })),
});

export const signedCounts = (company: CompanyId, operatorId: string, now: Date) => ({
  signed: countInvoices(company, isSigned, waitsForCompany({ now })),
  signedByOthers: countInvoices(company, isSigned, waitsForCompany({ now }), sql`signed_by <> ${operatorId}`),
});

export const countsFor = (company: CompanyId, operatorId: string, now: Date) => ({
  waiting: countInvoices(company, isOpen, waitsForCompany({ now }), withOperator(company, operatorId)),
  assigned: countInvoices(company, isOpen, waitsForCompany({ now }), sql`assigned_to = ${operatorId}`),
  answered: countInvoices(company, isOpen, waitsForCompany({ now }), answeredFor(operatorId)),
  mentioned: countInvoices(company, isOpen, sql`mentioned <> '{}' AND mentioned && ${[operatorId]}::uuid[]`),
});
