import { payeeFields } from './payee.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { PayeeDeed } from '../../common/errors/notices.ts';

/** The fields of a supplier's history that concern who is paid. A confirmation, and that two similar suppliers are two, are kept there as well. */
const fields = [...payeeFields, 'blocked', 'confirmed', 'distinct'];

/** What an operator did last that concerns who is paid by a supplier's invoices. */
export interface PayeeHand {
  supplierNumber: string;
  operatorId: string;
  did: PayeeDeed;
  at: Date;
}

const text = `
  SELECT DISTINCT ON (supplier_number, operator_id) supplier_number AS "supplierNumber", operator_id AS "operatorId", did, at FROM (
    SELECT supplier_number, operator_id, created_at AS at,
           CASE WHEN proposed_by IS NOT NULL OR changes -> 0 ->> 'field' IN ('confirmed', 'distinct') THEN 'confirmed'
                WHEN changes -> 0 ->> 'field' = 'blocked' THEN 'blocked' ELSE 'changed' END AS did
    FROM relevant
    UNION ALL
    SELECT supplier_number, proposed_by, created_at, 'proposed' FROM relevant
    UNION ALL
    SELECT supplier_number, operator_id, created_at, 'proposed' FROM supplier_proposals
    WHERE company_id = $1 AND supplier_number = ANY ($2) AND created_at >= $3
    UNION ALL
    SELECT number, created_by_id, created_at, 'registered' FROM suppliers
    WHERE company_id = $1 AND number = ANY ($2) AND created_at >= $3
  ) AS hands
  WHERE operator_id IS NOT NULL AND ($5::uuid IS NULL OR operator_id = $5)
  ORDER BY supplier_number, operator_id, at DESC`;

/**
 * Who had a hand in the payees of suppliers at a time or later: who registered the supplier, changed, proposed or confirmed its payment
 * details, or blocked or unblocked it. Of everybody, or of one operator.
 */
export async function readPayeeHands(
  db: Db,
  company: CompanyId,
  numbers: readonly string[],
  since: Date,
  operatorId?: string,
): Promise<PayeeHand[]> {
  const { rows } = await db.query<PayeeHand>({
    name: 'read-payee-hands',
    text: `WITH relevant AS (
             SELECT * FROM supplier_changes
             WHERE company_id = $1 AND supplier_number = ANY ($2) AND created_at >= $3
               AND EXISTS (SELECT FROM jsonb_array_elements(changes) AS change WHERE change ->> 'field' = ANY ($4))
           ) ${text}`,
    values: [company, numbers, since, fields, operatorId],
  });
  return rows;
}
