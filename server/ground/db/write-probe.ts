import { randomBytes } from 'node:crypto';
import type { Db } from './pool.ts';

/** More than fits into room that happens to be left in a file, so that the file must grow. */
const fillerBytes = 256 * 1024;

/** Commits a row, and with it waits for the disk as every create does. Thoroughly: the files of the database must grow for it. */
export async function probeWriting(db: Db, thoroughly: boolean): Promise<void> {
  await db.query({
    name: 'probe-writing',
    text: `INSERT INTO write_probes (name, written_at, filler) VALUES ('ready', $1, $2)
           ON CONFLICT (name) DO UPDATE SET written_at = excluded.written_at, filler = excluded.filler`,
    values: [new Date(), thoroughly ? randomBytes(fillerBytes) : null],
  });
}
