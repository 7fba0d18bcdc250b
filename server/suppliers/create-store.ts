import { columnOf, fromDocument } from './store.ts';
import { supplierFields } from './shape.ts';
import { recordEvents } from '../events/record.ts';
import { supplierChanged } from '../events/counters.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/** A supplier that an operator registers. */
export interface CreatedSupplier {
  eventId: string;
  /** As an identifier. */
  number: string;
  /** JSON text with the fields. */
  document: string;
  operator: { id: string; name: string };
  /** Of the operator's request. */
  traceId: string;
}

const insert = `
  WITH input AS (
    SELECT $3::text AS number, $4::jsonb AS document
  ), written AS (
    INSERT INTO suppliers (company_id, ${supplierFields.map(columnOf).join(', ')}, extra, created_by, created_by_id, created_at, updated_at)
    SELECT $1, ${fromDocument}, '{}', $7, $6, $2, $2 FROM input
    ON CONFLICT DO NOTHING
    RETURNING number, name
  ), fresh AS (
    SELECT $5::uuid AS event_id, number AS subject_id, 1 AS place, 'supplier.created' AS type,
           jsonb_build_object('number', number, 'name', name, 'traceId', $8::text,
                              'by', jsonb_build_object('id', $6::uuid, 'name', $7::text)) AS data
    FROM written
  ), ${recordEvents('one', 'fresh', ['supplier.created'], supplierChanged)}
  SELECT FROM fresh`;

/** False where the number is taken. */
export async function createSupplier(
  tx: Db,
  company: CompanyId,
  supplier: CreatedSupplier,
  now: Date,
): Promise<boolean> {
  const { number, document, eventId, operator, traceId } = supplier;
  const values = [company, now, number, document, eventId, operator.id, operator.name, traceId];
  return (await tx.query(insert, values)).rowCount === 1;
}
