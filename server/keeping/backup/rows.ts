import { ownersIn, type Snapshot } from './snapshot.ts';
import { fileLine } from '../archive/file-lists.ts';
import { partName, type Part } from '../archive/manifest.ts';
import { writePart, type BackupTarget, type PartDescription } from '../archive/parts.ts';
import { readJobs } from '../queue.ts';
import { CommandError } from '../../errors/command-error.ts';
import { allFiles } from '../../files/rules.ts';
import { readNamedFiles } from '../../files/store.ts';
import { copyOut, type CopiedRows } from '../../ground/db/copy.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { Table } from '../../ground/db/tables.ts';

type Bytes = AsyncIterable<Uint8Array>;

/** Parts that were read and are not stored yet. Small parts spend their time there. */
const maxUnstored = 4;

/**
 * Writes all parts of a snapshot, in the order in which a restore loads them. All bytes pass through `watch`, which
 * counts them and sets the pace.
 */
export async function writeSnapshot(
  target: BackupTarget,
  { client, tables }: Snapshot,
  watch: (bytes: Bytes) => Bytes,
): Promise<Part[]> {
  const parts: Part[] = [];
  const unstored = new Set<Promise<void>>();
  /** By the server's own count. */
  const sentRows: number[] = [];

  /** Returns once the bytes were read. A part that could not be stored rejects the next call. */
  async function write(of: Omit<PartDescription, 'name'>, bytes: Bytes): Promise<number> {
    const part = { name: partName(of), ...of };
    if (unstored.size === maxUnstored) await Promise.race(unstored);
    const place = parts.push(part as Part) - 1;
    let markRead = () => {};
    const read = new Promise<void>((resolve) => (markRead = resolve));
    const stored = writePart(target, part, thenDo(watch(bytes), markRead)).then((written) => {
      parts[place] = written;
      unstored.delete(stored);
    });
    unstored.add(stored);
    stored.catch(() => undefined);
    await Promise.race([read, stored]);
    return place;
  }

  async function* copies(): AsyncGenerator<{ table: Table; company?: CompanyId }> {
    for (const table of tables)
      if (table.ofCompany) for await (const company of ownersIn(client, table)) yield { table, company };
      else if (await hasRows(client, table)) yield { table };
  }

  let last: { place: number; rows: CopiedRows } | undefined;
  const noteCount = () => {
    if (last !== undefined) sentRows[last.place] = last.rows.rowCount;
  };
  for await (const { table, company } of copies()) {
    noteCount();
    const rows = copyOut(client, table, company);
    const { name, columns } = table;
    last = { place: await write({ kind: 'rows', table: name, columns, ...(company && { company }) }, rows), rows };
  }
  for await (const company of ownersIn(client, { name: 'attachments' }))
    await write({ kind: 'files', company }, readFileLines(client, company));
  await write({ kind: 'queue' }, readJobs(client));
  noteCount();
  await Promise.all(unstored);
  refuseLostRows(parts, sentRows);
  return parts;
}

async function* thenDo(bytes: Bytes, after: () => void): Bytes {
  yield* bytes;
  after();
}

async function hasRows(db: Db, { name }: Table): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM "${name}" LIMIT 1`);
  return rowCount === 1;
}

const filesPerPage = 2_000;

async function* readFileLines(db: Db, company: CompanyId): AsyncGenerator<Buffer> {
  for (let { after } = allFiles; ;) {
    const page = await readNamedFiles(db, company, { after }, filesPerPage);
    const lastFile = page.at(-1);
    if (lastFile === undefined) return;
    yield Buffer.from(page.map(({ sha256, size }) => fileLine({ sha256: sha256.toString('hex'), size })).join(''));
    after = lastFile.sha256;
  }
}

function refuseLostRows(parts: Part[], sentRows: number[]): void {
  for (const [place, { name, count, kind }] of parts.entries())
    if (kind === 'rows' && count !== sentRows[place])
      throw new CommandError(
        `The server sent ${sentRows[place]} rows of ${name}, but ${count} arrived. Take the backup again.`,
      );
}
