import { randomBytes } from 'node:crypto';
import type { Db } from './pool.ts';

/** More than the free space in an existing file, so that the file must grow. */
const fillerBytes = 256 * 1024;

/** Commits a row, so it waits for the disk like every create. If `thoroughly`, the database's files must grow. */
export async function probeWriting(db: Db, thoroughly: boolean): Promise<void> {
  await db.query({
    name: 'probe-writing',
    text: `INSERT INTO write_probes (name, written_at, filler) VALUES ('ready', $1, $2)
           ON CONFLICT (name) DO UPDATE SET written_at = excluded.written_at, filler = excluded.filler`,
    values: [new Date(), thoroughly ? randomBytes(fillerBytes) : null],
  });
}
