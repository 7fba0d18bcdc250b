import { type Db, countTouched, execute, onlyRowOf, rowOf } from '../ground/db/pool.ts';
import type { ErasedKindName } from '../../common/names/erasing.ts';

export interface OperatorToErase {
  id: string;
  name: string;
  email: string;
  disabledAt: Date | null;
  erasedAt: Date | null;
  /** From then on nothing that the operator did takes another person. */
  freeAt: Date | null;
}

/** By id or e-mail address. Systems are no people. */
export const findOperator = (db: Db, named: string): Promise<OperatorToErase | undefined> =>
  rowOf(
    db,
    `SELECT id, name, email, disabled_at AS "disabledAt", erased_at AS "erasedAt", disabled_at + interval '30 days' AS "freeAt"
     FROM operators WHERE NOT system AND (email = lower($1) OR id::text = lower($1))`,
    [named],
  );

export const nameIsShared = async (db: Db, { id, name }: Pick<OperatorToErase, 'id' | 'name'>): Promise<boolean> =>
  (await countTouched(db, 'SELECT FROM operators WHERE name = $1 AND id <> $2 LIMIT 1', [name, id])) > 0;

/** A column with a copy of operators' names. $1 is the company, $2 the operator, $3 the new name, $4 a limit. */
export interface NameColumn {
  kind: ErasedKindName;
  count: string;
  replace: string;
}

/** Every copy of a name that stands beside the operator's id. A test compares the list with the database. */
export const nameColumns: Readonly<Record<string, NameColumn>> = {
  'invoice_notes.operator_name': {
    kind: 'name.notes',
    count:
      'SELECT count(*)::float8 AS count FROM invoice_notes WHERE company_id = $1 AND operator_id = $2 AND operator_name <> $3',
    replace: `UPDATE invoice_notes SET operator_name = $3 WHERE company_id = $1 AND id IN (
                SELECT id FROM invoice_notes WHERE company_id = $1 AND operator_id = $2 AND operator_name <> $3 LIMIT $4)`,
  },
  'invoice_questions.asked_by_name': {
    kind: 'name.questions',
    count:
      'SELECT count(*)::float8 AS count FROM invoice_questions WHERE company_id = $1 AND asked_by = $2 AND asked_by_name <> $3',
    replace: `UPDATE invoice_questions SET asked_by_name = $3 WHERE company_id = $1 AND id IN (
                SELECT id FROM invoice_questions WHERE company_id = $1 AND asked_by = $2 AND asked_by_name <> $3 LIMIT $4)`,
  },
  'supplier_changes.operator_name': {
    kind: 'name.changes',
    count:
      'SELECT count(*)::float8 AS count FROM supplier_changes WHERE company_id = $1 AND operator_id = $2 AND operator_name <> $3',
    replace: `UPDATE supplier_changes SET operator_name = $3 WHERE company_id = $1 AND id IN (
                SELECT id FROM supplier_changes WHERE company_id = $1 AND operator_id = $2 AND operator_name <> $3 LIMIT $4)`,
  },
  'supplier_changes.proposed_by_name': {
    kind: 'name.proposed',
    count:
      'SELECT count(*)::float8 AS count FROM supplier_changes WHERE company_id = $1 AND proposed_by = $2 AND proposed_by_name <> $3',
    replace: `UPDATE supplier_changes SET proposed_by_name = $3 WHERE company_id = $1 AND id IN (
                SELECT id FROM supplier_changes WHERE company_id = $1 AND proposed_by = $2 AND proposed_by_name <> $3 LIMIT $4)`,
  },
  'supplier_proposals.operator_name': {
    kind: 'name.proposals',
    count:
      'SELECT count(*)::float8 AS count FROM supplier_proposals WHERE company_id = $1 AND operator_id = $2 AND operator_name <> $3',
    replace: `UPDATE supplier_proposals SET operator_name = $3 WHERE company_id = $1 AND id IN (
                SELECT id FROM supplier_proposals WHERE company_id = $1 AND operator_id = $2 AND operator_name <> $3 LIMIT $4)`,
  },
  'check_proposals.operator_name': {
    kind: 'name.settings',
    count:
      'SELECT count(*)::float8 AS count FROM check_proposals WHERE company_id = $1 AND operator_id = $2 AND operator_name <> $3',
    replace: `UPDATE check_proposals SET operator_name = $3 WHERE company_id = $1 AND id IN (
                SELECT id FROM check_proposals WHERE company_id = $1 AND operator_id = $2 AND operator_name <> $3 LIMIT $4)`,
  },
  'distinct_suppliers.operator_name': {
    kind: 'name.distinct',
    count:
      'SELECT count(*)::float8 AS count FROM distinct_suppliers WHERE company_id = $1 AND operator_id = $2 AND operator_name <> $3',
    replace: `UPDATE distinct_suppliers SET operator_name = $3 WHERE company_id = $1 AND (number, other_number) IN (
                SELECT number, other_number FROM distinct_suppliers
                WHERE company_id = $1 AND operator_id = $2 AND operator_name <> $3 LIMIT $4)`,
  },
  'suppliers.created_by': {
    kind: 'name.registered',
    count:
      'SELECT count(*)::float8 AS count FROM suppliers WHERE company_id = $1 AND created_by_id = $2 AND created_by <> $3',
    replace: `UPDATE suppliers SET created_by = $3 WHERE company_id = $1 AND number IN (
                SELECT number FROM suppliers WHERE company_id = $1 AND created_by_id = $2 AND created_by <> $3 LIMIT $4)`,
  },
};

/** Copies without an id beside them. $1 is the company, $2 the name, $3 the new name, $4 a limit. */
export const bareNameColumns: Readonly<Record<string, NameColumn>> = {
  'suppliers.confirmed_by': {
    kind: 'name.confirmed',
    count: 'SELECT count(*)::float8 AS count FROM suppliers WHERE company_id = $1 AND confirmed_by = $2 AND $2 <> $3',
    replace: `UPDATE suppliers SET confirmed_by = $3 WHERE company_id = $1 AND number IN (
                SELECT number FROM suppliers WHERE company_id = $1 AND confirmed_by = $2 LIMIT $4)`,
  },
  'suppliers.created_by': {
    kind: 'name.registered',
    count: `SELECT count(*)::float8 AS count FROM suppliers
            WHERE company_id = $1 AND created_by = $2 AND created_by_id IS NULL AND $2 <> $3`,
    replace: `UPDATE suppliers SET created_by = $3 WHERE company_id = $1 AND number IN (
                SELECT number FROM suppliers WHERE company_id = $1 AND created_by = $2 AND created_by_id IS NULL LIMIT $4)`,
  },
};

export const countRows = async (db: Db, count: string, values: unknown[]): Promise<number> =>
  (await onlyRowOf<{ count: number }>(db, count, values)).count;

export interface OwnRows {
  kind: ErasedKindName;
  count: string;
  remove: string;
}

/** Rows of the operator alone, in companies. Shared views stay: they hold no name. $1 is the company, $2 the operator. */
export const ownRowsInCompanies: Readonly<Record<string, OwnRows>> = {
  saved_views: {
    kind: 'operator.views',
    count:
      'SELECT count(*)::float8 AS count FROM saved_views WHERE company_id = $1 AND operator_id = $2 AND NOT shared',
    remove: 'DELETE FROM saved_views WHERE company_id = $1 AND operator_id = $2 AND NOT shared',
  },
  absences: {
    kind: 'operator.absences',
    count: 'SELECT count(*)::float8 AS count FROM absences WHERE company_id = $1 AND operator_id = $2',
    remove: 'DELETE FROM absences WHERE company_id = $1 AND operator_id = $2',
  },
  mail_choices: {
    kind: 'operator.mail',
    count: 'SELECT count(*)::float8 AS count FROM mail_choices WHERE company_id = $1 AND operator_id = $2',
    remove: 'DELETE FROM mail_choices WHERE company_id = $1 AND operator_id = $2',
  },
  mail_told: {
    kind: 'operator.mailtold',
    count: 'SELECT count(*)::float8 AS count FROM mail_told WHERE company_id = $1 AND operator_id = $2',
    remove: 'DELETE FROM mail_told WHERE company_id = $1 AND operator_id = $2',
  },
};

/** The same outside of companies. $1 is the operator. */
export const ownRows: Readonly<Record<string, OwnRows>> = {
  operator_sessions: {
    kind: 'operator.sessions',
    count: 'SELECT count(*)::float8 AS count FROM operator_sessions WHERE operator_id = $1',
    remove: 'DELETE FROM operator_sessions WHERE operator_id = $1',
  },
  operator_tokens: {
    kind: 'operator.tokens',
    count: 'SELECT count(*)::float8 AS count FROM operator_tokens WHERE operator_id = $1',
    remove: 'DELETE FROM operator_tokens WHERE operator_id = $1',
  },
  invitations: {
    kind: 'operator.invitations',
    count: 'SELECT count(*)::float8 AS count FROM invitations WHERE operator_id = $1',
    remove: 'DELETE FROM invitations WHERE operator_id = $1',
  },
  sign_in_origins: {
    kind: 'operator.origins',
    count: 'SELECT count(*)::float8 AS count FROM sign_in_origins WHERE operator_id = $1',
    remove: 'DELETE FROM sign_in_origins WHERE operator_id = $1',
  },
  sign_in_steps: {
    kind: 'operator.steps',
    count: 'SELECT count(*)::float8 AS count FROM sign_in_steps WHERE operator_id = $1',
    remove: 'DELETE FROM sign_in_steps WHERE operator_id = $1',
  },
  operator_factors: {
    kind: 'operator.factors',
    count: 'SELECT count(*)::float8 AS count FROM operator_factors WHERE operator_id = $1',
    remove: 'DELETE FROM operator_factors WHERE operator_id = $1',
  },
  operator_identities: {
    kind: 'operator.identities',
    count: 'SELECT count(*)::float8 AS count FROM operator_identities WHERE operator_id = $1',
    remove: 'DELETE FROM operator_identities WHERE operator_id = $1',
  },
  recovery_codes: {
    kind: 'operator.recovery',
    count: 'SELECT count(*)::float8 AS count FROM recovery_codes WHERE operator_id = $1',
    remove: 'DELETE FROM recovery_codes WHERE operator_id = $1',
  },
  operator_companies: {
    kind: 'operator.roles',
    count: 'SELECT count(*)::float8 AS count FROM operator_companies WHERE operator_id = $1',
    remove: 'DELETE FROM operator_companies WHERE operator_id = $1',
  },
};

/** False if the operator was enabled or erased since. */
export const eraseOperatorRow = async (
  tx: Db,
  { id, newName, newEmail }: { id: string; newName: string; newEmail: string },
  now: Date,
): Promise<boolean> =>
  (await countTouched(
    tx,
    `UPDATE operators SET name = $2, email = $3, password_hash = NULL, preferences = '{}', administrator = false,
                          proved_by = NULL, proved_at = NULL, shown_link_used_at = NULL, erased_at = $4
     WHERE id = $1 AND disabled_at IS NOT NULL AND erased_at IS NULL`,
    [id, newName, newEmail, now],
  )) === 1;

export const deleteTriesOf = (tx: Db, email: string): Promise<void> =>
  execute(tx, 'DELETE FROM sign_in_tries WHERE email IN ($1, $2)', [email, `forgotten ${email}`]);
