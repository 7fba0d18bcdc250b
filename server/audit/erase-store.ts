import { hashOfRow } from './chain.ts';
import { type CompanyId, type Db, onlyRowOf, rowsOf } from '../ground/db/pool.ts';

/** An entry as far as a person can be named in it. */
export interface EntryTexts {
  seq: number;
  id: string;
  operatorId: string | null;
  operatorName: string;
  subjectType: string;
  subjectId: string;
  /** JSON text: parsing would change digits. */
  data: string;
  /** Whether its content has its hash, or the hash of what an earlier erasing left. */
  intact: boolean;
  /** Whether it is about the supplier that is looked for, or about one of its invoices. */
  isOfSupplier: boolean;
}

export const readLastSeq = async (db: Db, company: CompanyId): Promise<number> =>
  (
    await onlyRowOf<{ last: number }>(
      db,
      'SELECT coalesce(max(seq), 0)::float8 AS last FROM audit_log WHERE company_id = $1',
      [company],
    )
  ).last;

interface NamedIn {
  after: number;
  to: number;
  /** Who made the entries. */
  operatorId?: string;
  /** Ids of subjects, and parts of data in lower case. */
  texts: readonly string[];
  supplier?: string;
}

const ofSupplier = `coalesce(CASE subject_type WHEN 'supplier' THEN subject_id = $6::text
  WHEN 'supplierinvoice' THEN subject_id IN (SELECT id::text FROM supplier_invoices WHERE company_id = $1 AND supplier_number = $6) END, false)`;

/** Entries of a range of numbers that have one of the texts, or that are of the operator or about the supplier. */
export const readEntriesNaming = (
  db: Db,
  company: CompanyId,
  { after, to, operatorId, texts, supplier }: NamedIn,
): Promise<EntryTexts[]> =>
  rowsOf<EntryTexts>(
    db,
    `SELECT seq::float8 AS seq, id, operator_id AS "operatorId", operator_name AS "operatorName",
            subject_type AS "subjectType", subject_id AS "subjectId", data::text AS data,
            coalesce(erased, hash) = ${hashOfRow} AS intact, ${ofSupplier} AS "isOfSupplier"
     FROM audit_log
     WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND action <> 'audit.erased'
       AND (operator_id = $4 OR subject_id = ANY ($5::text[]) OR ${ofSupplier}
            OR EXISTS (SELECT FROM unnest($5::text[]) AS named (part) WHERE strpos(lower(data::text), part) > 0))
     ORDER BY seq FOR UPDATE`,
    [company, after, to, operatorId, texts, supplier],
  );

export type RewrittenEntry = Pick<EntryTexts, 'seq' | 'operatorName' | 'data'>;

/** Returns numbers and hashes of what is left. The hash is read first: an UPDATE on a cluster must not write times. */
export async function rewriteEntries(
  tx: Db,
  company: CompanyId,
  entries: readonly RewrittenEntry[],
): Promise<[seq: number, hash: string][]> {
  for (const { seq, operatorName, data } of entries)
    await tx.query({
      name: 'rewrite-audit-entry',
      text: 'UPDATE audit_log SET operator_name = $3, data = $4 WHERE company_id = $1 AND seq = $2',
      values: [company, seq, operatorName, data],
    });
  const left = await rowsOf<{ seq: number; hash: Buffer }>(
    tx,
    `SELECT seq::float8 AS seq, ${hashOfRow} AS hash FROM audit_log WHERE company_id = $1 AND seq = ANY ($2::bigint[]) ORDER BY seq`,
    [company, entries.map(({ seq }) => seq)],
  );
  for (const { seq, hash } of left)
    await tx.query({
      name: 'note-erased-entry',
      text: 'UPDATE audit_log SET erased = $3 WHERE company_id = $1 AND seq = $2',
      values: [company, seq, hash],
    });
  return left.map(({ seq, hash }) => [seq, hash.toString('hex')]);
}
