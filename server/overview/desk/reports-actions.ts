import type { LastDays } from './queries.ts';
import {
  countArrivedBy,
  countWaits,
  dueList,
  maxCounted,
  openInvoices,
  readNames,
  timeDecisionsBy,
} from './reports-queries.ts';
import { approversOf, partnersOf, type Approver, type ReportedPartner } from './reports-rules.ts';
import { waitingWith } from './waiting-with-queries.ts';
import { dayIn } from '../../../common/days.ts';
import { waitReasonNames } from '../../../common/names/waiting.ts';
import { readTimeZone } from '../../companies/store.ts';
import type { ListSource } from '../../desk/lists.ts';
import { column, type CsvColumns } from '../../ground/csv/columns.ts';
import { datedOnDays, restOfWeek } from '../../ground/db/days.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { sql } from '../../ground/db/sql.ts';
import { due, isDue } from '../../supplier-invoices/lists/filter-store.ts';

export interface WaitingReport {
  approvers: Approver[];
  partners: ReportedPartner[];
  more: boolean;
}

export async function reportWaiting(pool: Pool, company: CompanyId, last: LastDays): Promise<WaitingReport> {
  const times = await timeDecisionsBy(pool, company, 'decided_by', last);
  const waiting = await waitingWith(pool, openInvoices(company), last.now);
  const names = await readNames(
    pool,
    [...times, ...waiting].map(({ id }) => id),
  );
  const waits = await countWaits(pool, company);
  return {
    approvers: approversOf(times, waiting, names),
    partners: partnersOf(
      await countArrivedBy(pool, company, last),
      await timeDecisionsBy(pool, company, 'partner_id', last),
      waits,
    ),
    more: waits.reduce((sum, { count }) => sum + count, 0) === maxCounted,
  };
}

export async function listDue(pool: Pool, company: CompanyId, now: Date): Promise<ListSource> {
  const { to } = restOfWeek(dayIn(now.getTime(), await readTimeZone(pool, company)));
  return { list: dueList, where: [sql`company_id = ${company}`, isDue, ...datedOnDays(due, { to })] };
}

const times = {
  decided: column('Decided', 'Beslutade'),
  medianDays: column('Half within (days)', 'Hälften inom (dagar)', { as: 'amount' }),
  nineInTenDays: column('Nine in ten within (days)', 'Nio av tio inom (dagar)', { as: 'amount' }),
  waiting: column('Waiting', 'Väntar'),
  since: column('Since', 'Sedan', { as: 'time' }),
} as const;

const { en, sv } = waitReasonNames;

export const reportColumns: Record<'approvers' | 'partners', CsvColumns> = {
  approvers: { name: column('User', 'Användare'), ...times, id: column('Id', 'Id') },
  partners: {
    partner: column('Partner', 'Partner'),
    arrived: column('Arrived', 'Inkomna'),
    ...times,
    company: column(en.company, sv.company),
    held: column(en.held, sv.held),
    secondApproval: column(en.secondApproval, sv.secondApproval),
    question: column(en.question, sv.question),
    file: column(en.file, sv.file),
  },
};

/** The rows of a CSV file. */
export async function* reportRows({ approvers, partners }: WaitingReport, of: 'approvers' | 'partners') {
  const rows =
    of === 'approvers'
      ? approvers.map((one) => ({ ...one }))
      : partners.map(({ because, ...partner }) => ({ ...partner, ...because }));
  yield { rows, columns: Object.keys(reportColumns[of]) };
}
