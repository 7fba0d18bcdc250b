import { dueList, waitingList, type reportedBy } from './reports-queries.ts';
import { dayIn } from '../../../common/days.ts';
import { readTimeZone } from '../../companies/store.ts';
import type { ListSource } from '../../desk/lists.ts';
import { datedOnDays, restOfWeek } from '../../ground/db/days.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { sql } from '../../ground/db/sql.ts';
import { due, isDue } from '../../supplier-invoices/lists/filter-store.ts';

interface Waiting {
  of?: string;
  days?: string;
}

export const reportWaiting = (company: CompanyId, { of = 'partners', days = '30' }: Waiting): ListSource => ({
  list: waitingList(of as keyof typeof reportedBy, Number(days) as 30),
  where: [sql`company_id = ${company}`],
});

export async function reportDue(pool: Pool, company: CompanyId): Promise<ListSource> {
  const { to } = restOfWeek(dayIn(Date.now(), await readTimeZone(pool, company)));
  return { list: dueList, where: [sql`company_id = ${company}`, isDue, ...datedOnDays(due, { to })] };
}
