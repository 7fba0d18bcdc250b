import { type Db, rowOf, touchesRow, valueOf, execute } from '../ground/db/pool.ts';

export interface NewInvitation {
  hash: Buffer;
  operatorId: string | undefined;
  createdAt: Date;
  expiresAt: Date;
  /** Whether whoever asked for it sees the link. */
  shown: boolean;
  /** Null for the command line and for operators themselves. */
  invitedBy: string | null;
}

export const insertInvitation = (tx: Db, invitation: NewInvitation): Promise<void> =>
  execute(
    tx,
    'INSERT INTO invitations (hash, operator_id, created_at, expires_at, shown, invited_by) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      invitation.hash,
      invitation.operatorId,
      invitation.createdAt,
      invitation.expiresAt,
      invitation.shown,
      invitation.invitedBy,
    ],
  );

export interface Invitation {
  /** Null for the first administrator. */
  operatorId: string | null;
  email: string | null;
  name: string | null;
  shown: boolean;
  invitedBy: string | null;
}

/** A link of an earlier version counts as shown. The first administrator's does not: there is nobody else. */
export const findInvitation = (db: Db, hash: Buffer, now: Date): Promise<Invitation | undefined> =>
  rowOf(
    db,
    `SELECT operator_id AS "operatorId", email, name, operator_id IS NOT NULL AND shown IS NOT FALSE AS shown,
            invited_by AS "invitedBy"
     FROM invitations LEFT JOIN operators ON operators.id = operator_id
     WHERE hash = $1 AND used_at IS NULL AND expires_at > $2`,
    [hash, now],
  );

/** Serialises transactions that create the first administrator. */
export const lockFirstInvitations = (tx: Db): Promise<void> =>
  execute(tx, 'SELECT FROM invitations WHERE operator_id IS NULL ORDER BY hash FOR UPDATE');

export const useInvitation = (tx: Db, hash: Buffer, now: Date): Promise<boolean> =>
  touchesRow(tx, 'UPDATE invitations SET used_at = $2 WHERE hash = $1 AND used_at IS NULL AND expires_at > $2', [
    hash,
    now,
  ]);

/** The operator who may have chosen the password of another one in the last 30 days. */
export const readProver = (tx: Db, operatorId: string): Promise<string | undefined> =>
  valueOf(
    tx,
    `SELECT proved_by FROM operators WHERE id = $1 AND proved_by IS NOT NULL AND proved_at > now() - interval '30 days'`,
    [operatorId],
  );

/** The time is the database's, and read first: an UPDATE on a cluster must not ask for it. */
export async function noteLinkUse(
  tx: Db,
  operatorId: string,
  { shown, provedBy }: { shown: boolean; provedBy: string | null },
): Promise<void> {
  const { rows } = await tx.query<{ now: Date }>('SELECT now() AS now');
  const now = rows[0]?.now;
  await tx.query('UPDATE operators SET shown_link_used_at = $2, proved_by = $3, proved_at = $4 WHERE id = $1', [
    operatorId,
    shown ? now : null,
    provedBy,
    provedBy === null ? null : now,
  ]);
}
