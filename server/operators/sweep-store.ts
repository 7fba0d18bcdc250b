import type { Db } from '../ground/db/pool.ts';

// What goes is looked up first and then removed by its keys, so that the statement removes the same on every machine that has a copy.

/** Removes some links that were used, or expired unused, before a time; answers how many. */
export async function deleteInvitations(db: Db, before: Date, most: number): Promise<number> {
  const { rows } = await db.query<{ hash: Buffer }>(
    'SELECT hash FROM invitations WHERE coalesce(used_at, expires_at) < $1 LIMIT $2',
    [before, most],
  );
  await db.query('DELETE FROM invitations WHERE hash = ANY ($1)', [rows.map(({ hash }) => hash)]);
  return rows.length;
}

export async function deleteTries(db: Db, before: Date, most: number): Promise<number> {
  const { rows } = await db.query<{ email: string; id: string }>(
    'SELECT email, id FROM sign_in_tries WHERE tried_at < $1 LIMIT $2',
    [before, most],
  );
  await db.query('DELETE FROM sign_in_tries WHERE (email, id) IN (SELECT * FROM unnest($1::text[], $2::uuid[]))', [
    rows.map(({ email }) => email),
    rows.map(({ id }) => id),
  ]);
  return rows.length;
}
