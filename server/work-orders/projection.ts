import { workOrderColumns } from './store.ts';
import { workOrderStateNames } from '../../common/names/states.ts';
import { column, type CsvColumns } from '../ground/csv/columns.ts';
import { partnerNamed } from '../partners/store.ts';
import type { EventRange } from '../events/follow.ts';
import { keyRangesOf, nilId, rebuiltAtOnce } from '../ground/db/key-ranges.ts';
import type { List } from '../ground/db/paging.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { sql, type Sql } from '../ground/db/sql.ts';
import { containsWords, folded } from '../ground/db/text-search.ts';
import { projectNamed } from '../projects/store.ts';

// Only the first thousand characters of a description are searchable.
const projectText = (ids: string) => `
  INSERT INTO work_order_projections (company_id, id, created_at, state, partner_id, project_id, title, search)
  SELECT company_id, id, created_at, state, partner_id, project_id, title, ${folded(
    `chr(10) || title || chr(10) || reference || chr(10) || facility_number || chr(10) || coalesce(document ->> 'proposalId', '') || chr(10) ||
    left(coalesce(document ->> 'description', ''), 1000)`,
  )}
  FROM work_orders
  WHERE company_id = $1 AND ${ids}
  ON CONFLICT (company_id, id) DO UPDATE SET state = EXCLUDED.state`;

const projectChanged = projectText(`id IN (
  SELECT subject_id::uuid FROM events WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND type LIKE 'workorder.%')`);
const projectAll = projectText('id > $2 AND id <= $3');

export async function projectWorkOrders(tx: Db, company: CompanyId, { after, to }: EventRange): Promise<void> {
  await tx.query({ name: 'project-work-orders', text: projectChanged, values: [company, after, to] });
}

/** Projects all work orders from their rows: old events may be gone. */
export async function rebuildWorkOrders(db: Db, company: CompanyId): Promise<void> {
  const workOrders = { table: 'work_orders', key: 'id', lowest: nilId };
  for await (const { after, to } of keyRangesOf(db, company, workOrders, rebuiltAtOnce))
    await db.query(projectAll, [company, after, to]);
}

const columns: CsvColumns = {
  title: column('Title', 'Titel'),
  state: column('State', 'Status', { as: workOrderStateNames }),
  project: column('Project', 'Projekt', {
    as: (project) => {
      const { number, name } = project as { number: string; name: string };
      return `${number} ${name}`;
    },
  }),
  facilityNumber: column('Facility', 'Anläggning'),
  facilityName: column('Facility’s name', 'Anläggningens namn'),
  description: column('Description', 'Beskrivning'),
  partner: column('Partner', 'Partner'),
  reference: column('Partner’s reference', 'Partnerns referens'),
  createdAt: column('Arrived', 'Inkom', { as: 'time' }),
  id: column('Id', 'Id'),
};

export const workOrderList: List = {
  from: 'work_order_projections',
  joined: 'JOIN work_orders ON work_orders.company_id = $1 AND work_orders.id = page.id',
  select: workOrderColumns,
  columns,
  sorts: { createdAt: { column: 'created_at', type: 'timestamptz' }, title: { column: 'title_sort', type: 'text' } },
  defaultSort: '-createdAt',
  tie: { column: 'id', type: 'uuid' },
};

export interface WorkOrderFilter {
  state?: string;
  project?: string;
  partner?: string;
  q?: string;
}

export async function workOrdersWhere(
  db: Db,
  company: CompanyId,
  { state, project, partner, q }: WorkOrderFilter,
): Promise<Sql[]> {
  const where = [sql`company_id = ${company}`];
  if (state !== undefined) where.push(sql`state = ${state}`);
  // Look up the id instead of joining, so that the planner can estimate the rows.
  if (project !== undefined) where.push(sql`project_id = ${await projectNamed(db, company, project)}`);
  if (partner !== undefined) where.push(sql`partner_id = ${await partnerNamed(db, company, partner)}`);
  if (q !== undefined) where.push(containsWords('search', q));
  return where;
}
