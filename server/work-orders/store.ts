import { callColumns, callFields, eventParts, type EventCause } from '../events/record.ts';
import { runChain, type Chain } from '../ground/db/chain.ts';
import { batchInput, type Cardinality } from '../ground/db/input.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface NewWorkOrder extends EventCause {
  id: string;
  eventId: string;
  reference: string;
  proposalId: string;
  document: string;
}

const input = batchInput<NewWorkOrder>([
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'event_id', type: 'uuid', of: ({ eventId }) => eventId },
  { name: 'partner_id', type: 'uuid', of: ({ partnerId }) => partnerId },
  ...callColumns,
  { name: 'reference', type: 'text', of: ({ reference }) => reference },
  { name: 'proposal_id', type: 'text', of: ({ proposalId }) => proposalId },
  { name: 'document', type: 'jsonb', of: ({ document }) => document },
]);

// Matches only a proposal id of exactly one project, and only a project with exactly one facility.
const insertChain = (howMany: Cardinality): Chain => ({
  name: `insert-work-orders-${howMany}`,
  input: input.inputs[howMany],
  parts: [
    [
      'candidates',
      `SELECT DISTINCT ON (partner_id, reference) * FROM input
       WHERE NOT EXISTS (
         SELECT FROM work_orders AS earlier
         WHERE earlier.company_id = $1 AND earlier.partner_id = input.partner_id AND earlier.reference = input.reference
       )
       ORDER BY partner_id, reference, place`,
    ],
    [
      'matched',
      `SELECT candidates.*, project.id AS project_id, project.name AS project_name, project.facility_number,
              row_number() OVER (PARTITION BY project.id ORDER BY place) AS nth
       FROM candidates CROSS JOIN LATERAL (
         SELECT projects.id, projects.name,
                (SELECT min(number) FROM project_facilities WHERE company_id = $1 AND project_id = projects.id
                 HAVING count(*) = 1) AS facility_number
         FROM project_proposals JOIN projects ON projects.company_id = $1 AND projects.id = project_id
         WHERE project_proposals.company_id = $1 AND project_proposals.proposal_id = candidates.proposal_id
           AND 1 = (SELECT count(*) FROM project_proposals AS all_of_it
                    WHERE all_of_it.company_id = $1 AND all_of_it.proposal_id = candidates.proposal_id)
       ) AS project
       WHERE facility_number IS NOT NULL`,
    ],
    [
      'numbered',
      `UPDATE projects SET work_order_count = work_order_count + added.many
       FROM (SELECT project_id, count(*) AS many FROM matched GROUP BY project_id) AS added
       WHERE projects.company_id = $1 AND projects.id = added.project_id
       RETURNING projects.id AS project_id, work_order_count - added.many AS before`,
    ],
    [
      'made',
      `INSERT INTO work_orders AS work_order
         (company_id, id, partner_id, reference, project_id, facility_number, number, title, state, document, created_at)
       SELECT owner.company_id, id, partner_id, reference, project_id, facility_number, before + nth,
              project_name || ' #' || (before + nth), 'open', document, $2
       FROM owner CROSS JOIN matched JOIN numbered USING (project_id)
       RETURNING work_order.id, work_order.title, work_order.project_id`,
    ],
    [
      'fresh',
      `SELECT id, title, event_id, 'workorder.created' AS type, id::text AS subject_id, place,
              jsonb_build_object('workOrderId', id, 'reference', reference, 'title', title, 'projectId', project_id,
                                 ${callFields}) AS data
       FROM made JOIN input USING (id)`,
    ],
    ...eventParts(howMany, 'fresh', ['workorder.created']),
  ],
  result: 'SELECT id, title FROM made',
});
const insert = { one: insertChain('one'), many: insertChain('many') };

/**
 * Creates the work orders whose reference is new and whose proposal id leads to one project with one facility. Returns
 * their titles by id. The company's counters are locked, so that a work order that already exists uses up no number.
 */
export async function insertWorkOrders(
  tx: Db,
  company: CompanyId,
  orders: NewWorkOrder[],
  now: Date,
): Promise<Map<string, string>> {
  const { rows } = await runChain<{ id: string; title: string }>(tx, orders.length === 1 ? insert.one : insert.many, [
    company,
    now,
    ...input.values(orders),
  ]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export interface StoredWorkOrder {
  id: string;
  title: string;
  document: string;
}

export async function readWorkOrderDocument(db: Db, company: CompanyId, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ document: string }>(
    'SELECT document::text AS document FROM work_orders WHERE company_id = $1 AND id = $2',
    [company, id],
  );
  return rows[0]?.document;
}

export async function findWorkOrder(
  db: Db,
  company: CompanyId,
  partnerId: string,
  reference: string,
): Promise<StoredWorkOrder | undefined> {
  const { rows } = await db.query<StoredWorkOrder>({
    name: 'find-work-order',
    text: `SELECT id, title, document::text AS document FROM work_orders
           WHERE company_id = $1 AND partner_id = $2 AND reference = $3`,
    values: [company, partnerId, reference],
  });
  return rows[0];
}

/** $1 is the company. */
export const workOrderColumns = `
  work_orders.id, reference, work_orders.title, work_orders.state,
  (SELECT jsonb_build_object('id', projects.id, 'number', projects.number, 'name', projects.name)
   FROM projects WHERE projects.company_id = $1 AND projects.id = work_orders.project_id) AS project,
  facility_number AS "facilityNumber", document ->> 'description' AS description,
  (SELECT name FROM partners WHERE partners.company_id = $1 AND partners.id = work_orders.partner_id) AS partner,
  work_orders.created_at AS "createdAt"`;
