import { type CompanyId, type Db, execute, onlyRowOf, rowsOf } from '../ground/db/pool.ts';

/** Numbers of events or audit entries, without the first. */
export interface NumberRange {
  after: number;
  to: number;
}

export interface EventText {
  seq: number;
  /** JSON text: parsing would change digits. */
  data: string;
  /** Whether it is about the supplier that is looked for, or about one of its invoices. */
  isOwn: boolean;
}

export const lastEvent = async (db: Db, company: CompanyId): Promise<number> =>
  (
    await onlyRowOf<{ last: number }>(
      db,
      'SELECT coalesce(max(seq), 0)::float8 AS last FROM events WHERE company_id = $1',
      [company],
    )
  ).last;

/** Events that have one of the texts in lower case, or that are about the supplier or its invoices. */
export const readEventsNaming = (
  db: Db,
  company: CompanyId,
  { after, to }: NumberRange,
  texts: readonly string[],
  supplier: string | null = null,
): Promise<EventText[]> =>
  rowsOf(db, {
    name: 'read-events-naming',
    text: `SELECT seq::float8 AS seq, data::text AS data, "isOwn" FROM (
             SELECT seq, data, coalesce(CASE WHEN type LIKE 'supplier.%' THEN subject_id = $5::text
               ELSE subject_id IN (SELECT id::text FROM supplier_invoices WHERE company_id = $1 AND supplier_number = $5) END, false) AS "isOwn"
             FROM events WHERE company_id = $1 AND seq > $2 AND seq <= $3
           ) AS found
           WHERE "isOwn" OR EXISTS (SELECT FROM unnest($4::text[]) AS named (part) WHERE strpos(lower(data::text), part) > 0)
           ORDER BY seq`,
    values: [company, after, to, texts, supplier],
  });

export const writeEventData = (tx: Db, company: CompanyId, seq: number, data: string): Promise<void> =>
  execute(tx, {
    name: 'write-event-data',
    text: 'UPDATE events SET data = $3 WHERE company_id = $1 AND seq = $2',
    values: [company, seq, data],
  });
