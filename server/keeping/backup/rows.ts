import type { Relation } from './shards.ts';
import type { Snapshot } from './snapshot.ts';
import { fileLine } from '../archive/files.ts';
import { partName, type ArchivePart } from '../archive/manifest.ts';
import { writePart, type BackupTarget, type PartDescription } from '../archive/parts.ts';
import { readJobs } from '../queue.ts';
import { CommandError } from '../../errors/command-error.ts';
import { allFiles } from '../../files/rules.ts';
import { readNamedFiles } from '../../files/store.ts';
import { copyOut, type CopiedRows } from '../../ground/db/copy.ts';
import { type CompanyId, touchesRow } from '../../ground/db/pool.ts';
import { quoted, readCompaniesIn } from '../../ground/db/tables.ts';

type Bytes = AsyncIterable<Uint8Array>;

interface Copy {
  /** The table's name; the relation may be one of its shards. */
  name: string;
  relation: Relation;
  company?: CompanyId;
}

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
): Promise<ArchivePart[]> {
  const parts: ArchivePart[] = [];
  /** By the server's own count. */
  const sentRows: number[] = [];
  const unstored = new Set<Promise<void>>();
  let failure: Error | undefined;

  /** Returns once the bytes were read. A part that cannot be stored stops the one that is being read. */
  async function write(of: Omit<PartDescription, 'name'>, bytes: Bytes): Promise<void> {
    const part = { name: partName(of), ...of };
    if (unstored.size === maxUnstored) await Promise.race(unstored);
    const index = parts.push(part as ArchivePart) - 1;
    let markRead = () => {};
    const read = new Promise<void>((resolve) => (markRead = resolve));
    const source = async function* () {
      for await (const piece of watch(bytes)) {
        if (failure !== undefined) throw failure;
        yield piece;
      }
      markRead();
    };
    const stored = writePart(target, part, source())
      .then((written) => void (parts[index] = written))
      .catch((error: Error) => void (failure ??= error))
      .finally(() => unstored.delete(stored));
    unstored.add(stored);
    await Promise.race([read, stored]);
    if (failure !== undefined) throw failure;
  }

  async function* copies(): AsyncGenerator<Copy> {
    for (const { name, relations } of tables)
      for (const relation of relations)
        if (relation.table.ofCompany)
          for (const company of await companiesOf(relation)) yield { name, relation, company };
        else if (await hasRows(relation)) yield { name, relation };
  }

  let last: CopiedRows | undefined;
  async function* rowsOf({ relation, company }: Copy): Bytes {
    last = copyOut(relation.client, relation.table, company);
    // A connection that breaks after the reader has left has nobody else to tell.
    last.on('error', () => undefined);
    yield* last;
  }
  const noteCount = () => {
    if (last !== undefined) sentRows.push(last.rowCount);
  };

  try {
    for await (const copy of copies()) {
      noteCount();
      const { name, relation, company } = copy;
      const { columns } = relation.table;
      await write({ kind: 'rows', table: name, columns, ...(company && { company }) }, rowsOf(copy));
    }
    for (const relation of tables.find(({ name }) => name === 'attachments')?.relations ?? [])
      for (const company of await companiesOf(relation))
        await write({ kind: 'files', company }, readFileLines(relation, company));
    await write({ kind: 'queue' }, readJobs(client));
    noteCount();
  } finally {
    await Promise.all(unstored);
  }
  if (failure !== undefined) throw failure;
  refuseLostRows(parts, sentRows);
  return parts;
}

const companiesOf = ({ client, table }: Relation) => readCompaniesIn(client, table);

const hasRows = ({ client, table }: Relation) => touchesRow(client, `SELECT FROM ${quoted(table.name)} LIMIT 1`);

const filesPerPage = 2_000;

async function* readFileLines({ client, table }: Relation, company: CompanyId): AsyncGenerator<Buffer> {
  for (let { after } = allFiles; ;) {
    const page = await readNamedFiles(client, company, { after }, filesPerPage, table.name);
    const lastFile = page.at(-1);
    if (lastFile === undefined) return;
    yield Buffer.from(page.map(({ sha256, size }) => fileLine({ sha256: sha256.toString('hex'), size })).join(''));
    after = lastFile.sha256;
  }
}

/** Rows are the first parts. */
function refuseLostRows(parts: ArchivePart[], sentRows: number[]): void {
  for (const [index, { name, count }] of parts.slice(0, sentRows.length).entries())
    if (count !== sentRows[index])
      throw new CommandError(
        `The server sent ${sentRows[index]} rows of ${name}, but ${count} arrived. Take the backup again.`,
      );
}
