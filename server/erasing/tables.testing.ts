import type pg from 'pg';

/** Tables in which a text stands anywhere. */
export async function tablesWith(pool: Pick<pg.Pool, 'query'>, text: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const found = [];
  for (const table of rows) {
    const sought = `SELECT FROM ${table.name} AS record WHERE strpos(lower(record::text), lower($1)) > 0 LIMIT 1`;
    if ((await pool.query(sought, [text])).rowCount === 1) found.push(table.name);
  }
  return found;
}
