import { usedLengthsOfWorkOrder } from '../../common/used-lengths.ts';
import { recordEvents, type EventCause, type NewEvent } from '../events/record.ts';
import { batchInsert, createdAt, withCreatedAt, type WithCreatedAt, batchInput } from '../ground/db/batch-insert.ts';
import { type CompanyId, type Db, rowOf, valueOf } from '../ground/db/pool.ts';

export interface NewWorkOrder extends EventCause {
  id: string;
  reference: string;
  proposalId: string;
  document: string;
}

const input = batchInput<NewWorkOrder>(
  [
    { name: 'id', type: 'uuid', of: ({ id }) => id },
    { name: 'partner_id', type: 'uuid', of: ({ partnerId }) => partnerId },
    { name: 'reference', type: 'text', of: ({ reference }) => reference },
    { name: 'proposal_id', type: 'text', of: ({ proposalId }) => proposalId },
  ],
  2,
);

interface Match {
  id: string;
  projectId: string;
  facilityNumber: string;
}

// Matches only a proposal id of exactly one project, and only a project with exactly one facility.
const match = {
  name: 'match-work-orders',
  text: `SELECT DISTINCT ON (input.partner_id, input.reference) input.id, project_id AS "projectId", facility_number AS "facilityNumber"
         FROM ${input.rows}
         CROSS JOIN LATERAL (
           SELECT (array_agg(project_id))[1] AS project_id FROM project_proposals
           WHERE company_id = $1 AND proposal_id = input.proposal_id HAVING count(*) = 1
         ) AS project
         CROSS JOIN LATERAL (
           SELECT min(number) AS facility_number FROM project_facilities
           WHERE company_id = $1 AND project_id = project.project_id HAVING count(*) = 1
         ) AS facility
         WHERE NOT EXISTS (
           SELECT FROM work_orders AS earlier
           WHERE earlier.company_id = $1 AND earlier.partner_id = input.partner_id AND earlier.reference = input.reference
         )
         ORDER BY input.partner_id, input.reference, ordinal`,
};

const count = {
  name: 'count-work-orders',
  text: `UPDATE projects SET work_order_count = work_order_count + added.count
         FROM (SELECT project_id, count(*)::integer AS count FROM unnest($2::uuid[]) AS project_id GROUP BY project_id) AS added
         WHERE projects.company_id = $1 AND projects.id = added.project_id
         RETURNING projects.id, projects.name, work_order_count - added.count AS last`,
};

interface Project {
  id: string;
  name: string;
  /** The number of its last work order. */
  last: number;
}

interface NumberedWorkOrder extends NewWorkOrder, Match {
  number: number;
  title: string;
}

const insertRows = batchInsert<WithCreatedAt<NumberedWorkOrder>, never>('insert-work-orders', 'work_orders', [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'partner_id', type: 'uuid', of: ({ partnerId }) => partnerId },
  { name: 'reference', type: 'text', of: ({ reference }) => reference },
  { name: 'project_id', type: 'uuid', of: ({ projectId }) => projectId },
  { name: 'facility_number', type: 'text', of: ({ facilityNumber }) => facilityNumber },
  { name: 'number', type: 'integer', of: ({ number }) => String(number) },
  { name: 'title', type: 'text', of: ({ title }) => title },
  { name: 'state', type: 'text', of: () => 'open' },
  { name: 'document', type: 'jsonb', of: ({ document }) => document },
  createdAt,
]);

/**
 * Creates the work orders whose reference is new and whose proposal id leads to one project with one facility. Returns
 * their titles by id. The company's counters are locked, so that a work order that already exists uses up no number.
 */
export async function insertWorkOrders(
  tx: Db,
  company: CompanyId,
  orders: readonly NewWorkOrder[],
  now: Date,
): Promise<Map<string, string>> {
  const matchValues = [company, ...input.values(orders, 'many')];
  const { rows: matches } = await tx.query<Match>({ ...match, values: matchValues });
  if (matches.length === 0) return new Map();
  const { rows } = await tx.query<Project>({ ...count, values: [company, matches.map(({ projectId }) => projectId)] });
  const projects = new Map(rows.map((project) => [project.id, project]));
  const matchOf = new Map(matches.map((found) => [found.id, found]));
  const numbered = orders.flatMap((order): NumberedWorkOrder[] => {
    const matched = matchOf.get(order.id);
    const project = matched && projects.get(matched.projectId);
    if (matched === undefined || project === undefined) return [];
    const number = ++project.last;
    return [{ ...order, ...matched, number, title: `${project.name} #${number}` }];
  });
  await insertRows(tx, company, withCreatedAt(numbered, now));
  const events = numbered.map(({ id, reference, title, projectId, partnerId, partnerName, traceId }): NewEvent => {
    const data = { workOrderId: id, reference, title, projectId, partnerId, partnerName, traceId };
    return { type: 'workorder.created', subjectId: id, data };
  });
  await recordEvents(tx, company, events, now);
  return new Map(numbered.map(({ id, title }) => [id, title]));
}

export interface StoredWorkOrder {
  id: string;
  title: string;
  document: string;
}

export const readWorkOrderDocument = (db: Db, company: CompanyId, id: string): Promise<string | undefined> =>
  valueOf(db, 'SELECT document::text AS document FROM work_orders WHERE company_id = $1 AND id = $2', [company, id]);

export const findWorkOrder = (db: Db, company: CompanyId, partnerId: string, reference: string) =>
  rowOf<StoredWorkOrder>(db, {
    name: 'find-work-order',
    text: `SELECT id, title, document::text AS document FROM work_orders
           WHERE company_id = $1 AND partner_id = $2 AND reference = $3`,
    values: [company, partnerId, reference],
  });

/** $1 is the company. */
export const workOrderColumns = `
  work_orders.id, reference, work_orders.title, work_orders.state,
  (SELECT jsonb_build_object('id', projects.id, 'number', projects.number, 'name', projects.name)
   FROM projects WHERE projects.company_id = $1 AND projects.id = work_orders.project_id) AS project,
  facility_number AS "facilityNumber",
  (SELECT name FROM project_facilities
   WHERE project_facilities.company_id = $1 AND project_facilities.project_id = work_orders.project_id AND number = facility_number) AS "facilityName", left(document ->> 'description', ${usedLengthsOfWorkOrder.description}) AS description,
  (SELECT name FROM partners WHERE partners.company_id = $1 AND partners.id = work_orders.partner_id) AS partner,
  work_orders.created_at AS "createdAt"`;
