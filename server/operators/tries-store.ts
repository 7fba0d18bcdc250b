import type { Db } from '../ground/db/pool.ts';
import type { Origin } from './origins.ts';

export interface Try {
  email: string;
  origin: Origin;
}

export async function insertTry(db: Db, { email, origin }: Try, id: string, now: Date): Promise<void> {
  await db.query('INSERT INTO sign_in_tries (email, address, id, tried_at, known) VALUES ($1, $2, $3, $4, $5)', [
    email,
    origin.name,
    id,
    now,
    origin.known,
  ]);
}

export interface Tries {
  /** Of this e-mail address from this origin. */
  own: number;
  /** Of any e-mail address from this origin. */
  fromOrigin: number;
  /** Of this e-mail address from wherever nobody has signed in with it before. */
  byStrangers: number;
}

export async function countTries(db: Db, { email, origin }: Try, since: Date): Promise<Tries> {
  const { rows } = await db.query<Tries>(
    `SELECT (SELECT count(*)::integer FROM sign_in_tries WHERE email = $1 AND address = $2 AND tried_at > $3) AS own,
            (SELECT count(*)::integer FROM sign_in_tries WHERE address = $2 AND tried_at > $3) AS "fromOrigin",
            (SELECT count(*)::integer FROM sign_in_tries WHERE email = $1 AND known IS NOT TRUE AND tried_at > $3) AS "byStrangers"`,
    [email, origin.name, since],
  );
  return rows[0] as Tries;
}

export async function deleteTry(db: Db, email: string, id: string): Promise<void> {
  await db.query('DELETE FROM sign_in_tries WHERE email = $1 AND id = $2', [email, id]);
}

/** Those of an e-mail address from an origin, and those of anybody that are too old to count. */
export async function forgetTries(db: Db, { email, origin }: Try, before: Date): Promise<void> {
  await db.query('DELETE FROM sign_in_tries WHERE (email = $1 AND address = $2) OR tried_at < $3', [
    email,
    origin.name,
    before,
  ]);
}
