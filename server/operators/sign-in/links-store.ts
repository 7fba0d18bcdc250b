import { operatorColumns } from '../store.ts';
import { rowOf, type Db } from '../../ground/db/pool.ts';
import type { InvoiceLink, SignedInOperator } from '../../people/demands.ts';
import { canAct } from '../../people/store.ts';

interface LinkedOperator extends SignedInOperator {
  /** Whether the operator signs in by more than a password. */
  hasFactor: boolean;
}

const columns = `${operatorColumns},
  roles_from IS NOT NULL OR EXISTS (SELECT FROM operator_factors WHERE operator_factors.operator_id = operators.id)
    OR EXISTS (SELECT FROM operator_identities WHERE operator_identities.operator_id = operators.id) AS "hasFactor"`;
const mayOpen = `${canAct} AND NOT system`;

/** Undefined for an operator who cannot act. */
export const findRecipient = (db: Db, operatorId: string): Promise<LinkedOperator | undefined> =>
  rowOf(db, {
    name: 'find-recipient-of-links',
    text: `SELECT ${columns} FROM operators WHERE operators.id = $1 AND ${mayOpen}`,
    values: [operatorId],
  });

export const findByLink = (db: Db, kind: string, hash: Buffer, now: Date) =>
  rowOf<LinkedOperator & { link: InvoiceLink; expiresAt: Date }>(db, {
    name: 'find-operator-by-link',
    text: `SELECT ${columns}, data AS link, expires_at AS "expiresAt"
           FROM sign_in_steps JOIN operators ON operators.id = operator_id
           WHERE kind = $1 AND hash = $2 AND expires_at > $3 AND ${mayOpen}`,
    values: [kind, hash, now],
  });
