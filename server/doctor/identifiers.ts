import type { Db } from '../ground/db/pool.ts';
import { isInvalidIdentifier } from '../identifiers.ts';
import { quoted } from '../../common/errors/words.ts';

const identifierColumns = [
  { kind: 'supplier', table: 'suppliers', column: 'number', id: 'NULL' },
  { kind: 'project', table: 'projects', column: 'number', id: 'NULL' },
  { kind: 'proposal id', table: 'project_proposals', column: 'proposal_id', id: 'NULL' },
  { kind: 'supplier invoice', table: 'supplier_invoices', column: 'external_reference_id', id: 'stored.id::text' },
  { kind: 'work order', table: 'work_orders', column: 'reference', id: 'stored.id::text' },
  { kind: 'Idempotency-Key', table: 'idempotency_keys', column: 'key', id: 'NULL' },
];

const maxNamed = 10;

interface UnreachableIdentifier {
  company: string;
  identifier: string;
  id: string | null;
  many: number;
}

/** Old identifiers that no call can reach any more: their number, and the first few as: supplier "1001 " of "Acme". */
export async function unreachableIdentifiers(db: Db): Promise<{ many: number; named: string[] }> {
  const named: string[] = [];
  let many = 0;
  for (const { kind, table, column, id } of identifierColumns) {
    const { rows } = await db.query<UnreachableIdentifier>(
      `SELECT companies.name AS company, ${column} AS identifier, ${id} AS id, (count(*) OVER ())::integer AS many
       FROM ${table} AS stored JOIN companies ON companies.id = stored.company_id
       WHERE ${isInvalidIdentifier(`stored.${column}`)} ORDER BY companies.name, ${column} LIMIT $1`,
      [maxNamed],
    );
    many += rows[0]?.many ?? 0;
    named.push(
      ...rows.map(
        (row) => `${kind} ${row.id === null ? '' : `${row.id} `}${quoted(row.identifier)} of ${quoted(row.company)}`,
      ),
    );
  }
  return { many, named: named.slice(0, maxNamed) };
}
