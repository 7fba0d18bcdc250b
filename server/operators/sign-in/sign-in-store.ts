import { type Db, columnOf, touchesRow, onlyRowOf, execute } from '../../ground/db/pool.ts';

export interface Origin {
  /** The device, if it has signed in as this operator before; otherwise the network. */
  name: string;
  network: string;
  isDevice: boolean;
  /** Whether this operator has signed in from this device or network before. */
  known: boolean;
}

export const knownOrigins = async (db: Db, operatorId: string | undefined, origins: string[]): Promise<Set<string>> =>
  new Set(
    await columnOf<string>(db, 'SELECT origin FROM sign_in_origins WHERE operator_id = $1 AND origin = ANY ($2)', [
      operatorId,
      origins,
    ]),
  );

export const isKnownAnywhere = (db: Db, origin: string): Promise<boolean> =>
  touchesRow(db, 'SELECT FROM sign_in_origins WHERE origin = $1 LIMIT 1', [origin]);

export const noteOrigins = (tx: Db, operatorId: string, origins: string[], now: Date): Promise<void> =>
  execute(
    tx,
    `INSERT INTO sign_in_origins (operator_id, origin, signed_in_at) SELECT $1, origin, $3 FROM unnest($2::text[]) AS given (origin)
     ON CONFLICT (operator_id, origin) DO UPDATE SET signed_in_at = excluded.signed_in_at`,
    [operatorId, origins, now],
  );

/** Keeps the `maxOfEach` newest devices and as many networks of an operator, and none that is older than `before`. */
export const forgetOldOrigins = (tx: Db, operatorId: string, before: Date, maxOfEach: number): Promise<void> =>
  execute(
    tx,
    `DELETE FROM sign_in_origins WHERE operator_id = $1 AND (signed_in_at < $2 OR origin IN (
       SELECT origin FROM (
         SELECT origin, row_number() OVER (PARTITION BY starts_with(origin, 'device ') ORDER BY signed_in_at DESC, origin) AS ordinal
         FROM sign_in_origins WHERE operator_id = $1
       ) AS newest WHERE ordinal > $3))`,
    [operatorId, before, maxOfEach],
  );

export const deleteOrigins = (tx: Db, operatorId: string): Promise<void> =>
  execute(tx, 'DELETE FROM sign_in_origins WHERE operator_id = $1', [operatorId]);

export interface SignInTry {
  email: string;
  origin: Origin;
}

export const insertTry = (db: Db, { email, origin }: SignInTry, id: string, now: Date): Promise<void> =>
  execute(db, 'INSERT INTO sign_in_tries (email, address, id, tried_at, known) VALUES ($1, $2, $3, $4, $5)', [
    email,
    origin.name,
    id,
    now,
    origin.known,
  ]);

export interface TryCounts {
  /** Tries of this e-mail address from this origin. */
  own: number;
  /** Tries of any e-mail address from this origin. */
  fromOrigin: number;
  /** Tries of this e-mail address from all origins that have never signed in with it. */
  fromUnknownOrigins: number;
}

export const countTries = (db: Db, { email, origin }: SignInTry, since: Date): Promise<TryCounts> =>
  onlyRowOf(
    db,
    `SELECT (SELECT count(*)::integer FROM sign_in_tries WHERE email = $1 AND address = $2 AND tried_at > $3) AS own,
            (SELECT count(*)::integer FROM sign_in_tries WHERE address = $2 AND tried_at > $3) AS "fromOrigin",
            (SELECT count(*)::integer FROM sign_in_tries WHERE email = $1 AND known IS NOT TRUE AND tried_at > $3) AS "fromUnknownOrigins"`,
    [email, origin.name, since],
  );

export const deleteTry = (db: Db, email: string, id: string): Promise<void> =>
  execute(db, 'DELETE FROM sign_in_tries WHERE email = $1 AND id = $2', [email, id]);

/** Also deletes everybody's tries before a time. */
export const forgetTries = (db: Db, { email, origin }: SignInTry, before: Date): Promise<void> =>
  execute(db, 'DELETE FROM sign_in_tries WHERE (email = $1 AND address = $2) OR tried_at < $3', [
    email,
    origin.name,
    before,
  ]);

// Both sweeps read keys first and delete by key, so that a replicated statement deletes the same rows everywhere.

export async function deleteInvitations(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await db.query<{ hash: Buffer }>(
    'SELECT hash FROM invitations WHERE coalesce(used_at, expires_at) < $1 LIMIT $2',
    [before, limit],
  );
  await db.query('DELETE FROM invitations WHERE hash = ANY ($1)', [rows.map(({ hash }) => hash)]);
  return rows.length;
}

export async function deleteTries(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await db.query<{ email: string; id: string }>(
    'SELECT email, id FROM sign_in_tries WHERE tried_at < $1 LIMIT $2',
    [before, limit],
  );
  await db.query('DELETE FROM sign_in_tries WHERE (email, id) IN (SELECT * FROM unnest($1::text[], $2::uuid[]))', [
    rows.map(({ email }) => email),
    rows.map(({ id }) => id),
  ]);
  return rows.length;
}
