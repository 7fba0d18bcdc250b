import { invoiceAndPartnerFields } from './store.ts';
import { eventParts } from '../events/record.ts';
import { runChain, type Chain } from '../ground/db/chain.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Person } from '../operators/people-store.ts';

export async function lockAssignment(
  tx: Db,
  company: CompanyId,
  id: string,
): Promise<{ assignedTo: string | null } | undefined> {
  const { rows } = await tx.query<{ assignedTo: string | null }>({
    name: 'lock-assignment',
    text: 'SELECT assigned_to AS "assignedTo" FROM supplier_invoices WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [company, id],
  });
  return rows[0];
}

export interface Assignment {
  invoiceId: string;
  assignedTo: Person | null;
  operator: Person;
  traceId: string;
  eventId: string;
}

const assignChain: Chain = {
  name: 'assign-invoice',
  parts: [
    [
      'assigned',
      `UPDATE supplier_invoices SET assigned_to = ($4::jsonb ->> 'id')::uuid WHERE company_id = $1 AND id = $3
       RETURNING id, external_reference_id, supplier_number, partner_id`,
    ],
    [
      'fresh',
      `SELECT $5::uuid AS event_id, 'supplierinvoice.assigned' AS type, id::text AS subject_id, 1 AS place,
              jsonb_build_object(
                ${invoiceAndPartnerFields},
                'by', jsonb_build_object('id', $6::uuid, 'name', $7::text), 'traceId', $8::text, 'assignedTo', $4::jsonb) AS data
       FROM assigned`,
    ],
    ...eventParts('one', 'fresh', ['supplierinvoice.assigned']),
  ],
  result: 'SELECT FROM assigned',
};

/** The caller has locked the invoice. */
export async function writeAssignment(tx: Db, company: CompanyId, assignment: Assignment, now: Date): Promise<void> {
  const { invoiceId, assignedTo, operator, traceId, eventId } = assignment;
  const person = JSON.stringify(assignedTo);
  const values = [company, now, invoiceId, person, eventId, operator.id, operator.name, traceId];
  await runChain(tx, assignChain, values);
}
