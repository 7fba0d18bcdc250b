import { readTimeZone } from '../companies/store.ts';
import { type CompanyId, type Db, columnOf, touchesRow, onlyRowOf, execute } from '../ground/db/pool.ts';

export interface Sandbox {
  id: CompanyId;
  name: string;
  /** The real company. */
  of: { id: CompanyId; name: string };
  /** The partner of the real company, and its counterpart in the sandbox. */
  partner: { id: string; name: string };
  partnerId: string;
  createdAt: Date;
  /** Null until every record of the real company was copied. */
  copiedAt: Date | null;
}

const select = `
  SELECT companies.id, companies.name, companies.created_at AS "createdAt",
         jsonb_build_object('id', real.id, 'name', real.name) AS of,
         jsonb_build_object('id', partners.id, 'name', partners.name) AS partner, own.id AS "partnerId"
  FROM companies JOIN companies AS real ON real.id = companies.sandbox_of
  JOIN partners ON partners.company_id = companies.sandbox_of AND partners.id = companies.sandbox_partner_id
  JOIN partners AS own ON own.company_id = companies.id AND own.name = partners.name`;

export async function findSandbox(db: Db, company: CompanyId, partnerId: string): Promise<Sandbox | undefined> {
  const where = 'companies.sandbox_of = $1 AND companies.sandbox_partner_id = $2';
  return (await readSandboxes(db, where, [company, partnerId]))[0];
}

export const findSandboxById = async (db: Db, id: CompanyId): Promise<Sandbox | undefined> =>
  (await readSandboxes(db, 'companies.id = $1', [id]))[0];

export async function listSandboxes(db: Db, company?: CompanyId): Promise<Sandbox[]> {
  return readSandboxes(db, '$1::uuid IS NULL OR companies.sandbox_of = $1', [company]);
}

/** Each sandbox has its state on its own worker if the database is a cluster, hence a statement for each. */
async function readSandboxes(db: Db, where: string, values: unknown[]): Promise<Sandbox[]> {
  const { rows } = await db.query<Omit<Sandbox, 'copiedAt'>>(
    `${select} WHERE ${where} ORDER BY real.name, partners.name`,
    values,
  );
  const sandboxes: Sandbox[] = [];
  for (const row of rows) {
    const state = await db.query<Pick<Sandbox, 'copiedAt'>>(
      'SELECT copied_at AS "copiedAt" FROM sandboxes WHERE company_id = $1',
      [row.id],
    );
    if (state.rows[0] !== undefined) sandboxes.push({ ...row, ...state.rows[0] });
  }
  return sandboxes;
}

export interface NewSandbox {
  id: CompanyId;
  name: string;
  companyId: CompanyId;
  partner: { id: string; name: string };
  partnerId: string;
}

/** False if another request has just created it. */
export async function insertSandbox(tx: Db, { id, name, companyId, partner, partnerId }: NewSandbox, now: Date) {
  const { rowCount } = await tx.query(
    `INSERT INTO companies (id, name, created_at, sandbox_of, sandbox_partner_id, time_zone) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING`,
    [id, name, now, companyId, partner.id, await readTimeZone(tx, companyId)],
  );
  if (rowCount !== 1) return false;
  await tx.query('INSERT INTO company_counters (company_id) VALUES ($1)', [id]);
  await tx.query('INSERT INTO sandboxes (company_id, began_at) VALUES ($1, $2)', [id, now]);
  await tx.query('INSERT INTO partners (company_id, id, name, created_at) VALUES ($1, $2, $3, $4)', [
    id,
    partnerId,
    partner.name,
    now,
  ]);
  return true;
}

/** False while another process copies or resets it. */
export const takeLease = (db: Db, sandbox: CompanyId, now: Date, until: Date): Promise<boolean> =>
  touchesRow(
    db,
    'UPDATE sandboxes SET busy_until = $3 WHERE company_id = $1 AND (busy_until IS NULL OR busy_until < $2)',
    [sandbox, now, until],
  );

export const extendLease = (db: Db, sandbox: CompanyId, until: Date): Promise<void> =>
  execute(db, 'UPDATE sandboxes SET busy_until = $2 WHERE company_id = $1', [sandbox, until]);

export const endLease = (db: Db, sandbox: CompanyId): Promise<void> =>
  execute(db, 'UPDATE sandboxes SET busy_until = NULL WHERE company_id = $1', [sandbox]);

export const markCopied = (db: Db, sandbox: CompanyId, now: Date): Promise<void> =>
  execute(db, 'UPDATE sandboxes SET copied_at = $2 WHERE company_id = $1', [sandbox, now]);

export const beginAnew = (db: Db, sandbox: CompanyId, now: Date): Promise<void> =>
  execute(db, 'UPDATE sandboxes SET copied_at = NULL, began_at = $2 WHERE company_id = $1', [sandbox, now]);

/** At most so many of each. */
export const countCopied = (
  db: Db,
  company: CompanyId,
  max: { suppliers: number; projects: number },
): Promise<{ suppliers: number; projects: number }> =>
  onlyRowOf(
    db,
    `SELECT (SELECT count(*)::integer FROM (SELECT FROM suppliers WHERE company_id = $1 LIMIT $2) AS counted) AS suppliers,
            (SELECT count(*)::integer FROM (SELECT FROM projects WHERE company_id = $1 LIMIT $3) AS counted) AS projects`,
    [company, max.suppliers, max.projects],
  );

export const numbersOfProjects = (db: Db, company: CompanyId, after: string, limit: number): Promise<string[]> =>
  columnOf(db, 'SELECT number FROM projects WHERE company_id = $1 AND number > $2 ORDER BY number LIMIT $3', [
    company,
    after,
    limit,
  ]);

/**
 * Tables that a reset leaves alone: who may enter, settings, lists of codes, the numbering of events, positions in it, and the audit
 * log. Every other table with rows of a company is emptied.
 */
export const keptByReset: readonly string[] = [
  'absences',
  'access_tokens',
  'audit_heads',
  'audit_log',
  'call_sizes',
  'check_proposals',
  'check_settings',
  'clients',
  'coding_values',
  'company_counters',
  'credential_uses',
  'desk_settings',
  'event_positions',
  'guard_mail_positions',
  'mail_choices',
  'mail_positions',
  'mail_told',
  'operator_companies',
  'partners',
  'routing_rules',
  'routing_state',
  'sandboxes',
  'saved_views',
  'weakened_settings',
  'webhook_endpoints',
  'webhook_positions',
];

/** Tables with a partner's data. A new table belongs here or above: a test compares both with the database. */
export const emptiedByReset: readonly string[] = [
  'attachments',
  'bulk_decision_invoices',
  'bulk_decisions',
  'calls',
  'damaged_files',
  'distinct_suppliers',
  'document_texts',
  'document_words',
  'events',
  'file_verifications',
  'idempotency_keys',
  'invoice_codings',
  'invoice_notes',
  'invoice_projections',
  'invoice_questions',
  'invoice_routes',
  'project_facilities',
  'project_proposals',
  'projects',
  'record_changes',
  'rehearsals',
  'route_confirmations',
  'sandbox_checklist',
  'supplier_changes',
  'supplier_invoices',
  'supplier_projections',
  'supplier_proposal_outcomes',
  'supplier_proposals',
  'suppliers',
  'webhook_attempts',
  'work_order_projections',
  'work_orders',
];
