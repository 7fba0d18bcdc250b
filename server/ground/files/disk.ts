import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing, namesIn, probeFolder } from './folders.ts';
import { receiveInto, removeStale } from './incoming.ts';
import type { ByteRange, FileStore, IncomingFile, OpenFile } from './store.ts';
import { createTrash } from './trash.ts';
import type { CompanyId } from '../db/pool.ts';
import { CommandError } from '../../errors/command-error.ts';

const listChunkSize = 500;

/** Files are named by their SHA-256: files/<company>/<ab>/<sha256>. */
export async function openDiskStore(dataDir: string): Promise<FileStore> {
  const folder = join(dataDir, 'files');
  const incoming = join(folder, 'incoming');
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandError(
      `DATA_DIR is ${JSON.stringify(dataDir)}, but files cannot be stored there (${(error as Error).message}). Set it to a folder that Doorway may write to.`,
    );
  }
  await removeStale(incoming);
  const trash = createTrash(join(folder, 'trash'), (company, sha256) => storedPathOf(folder, company, sha256));

  async function receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<IncomingFile> {
    const { moveTo, ...received } = await receiveInto(incoming, source, limit);
    return { ...received, keep: (company) => moveTo(storedPathOf(folder, company, received.sha256)) };
  }

  async function openKept(company: CompanyId, sha256: Buffer, range?: ByteRange): Promise<OpenFile | undefined> {
    const path = storedPathOf(folder, company, sha256);
    const inPlace = await openFile(path, range);
    if (inPlace !== undefined) return inPlace;
    const aside = await trash.find(company, sha256);
    // A file that has meanwhile left the trash is back in its place.
    return (aside === undefined ? undefined : await openFile(aside, range)) ?? openFile(path, range);
  }

  return {
    name: folder,
    receive,
    open: openKept,
    list: (company) => listFiles(join(folder, company)),
    trash: trash.put,
    trashed: trash.list,
    putBack: trash.putBack,
    remove: trash.remove,
    probe: () => probeFolder(incoming),
    removeStale: () => removeStale(incoming),
    removeAll: async (company) => {
      for (const path of [join(folder, company), join(folder, 'trash', company)])
        await rm(path, { recursive: true, force: true });
    },
    close: () => undefined,
  };
}

async function openFile(path: string, range?: ByteRange): Promise<OpenFile | undefined> {
  const file = await open(path, 'r').catch(ifMissing(undefined));
  if (file === undefined) return undefined;
  try {
    return { size: (await file.stat()).size, stream: file.createReadStream(range) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export function storedPathOf(folder: string, company: CompanyId, sha256: Buffer): string {
  const name = sha256.toString('hex');
  return join(folder, company, name.slice(0, 2), name);
}

async function* listFiles(company: string): AsyncGenerator<Buffer[]> {
  for (const letters of (await namesIn(company, /^[0-9a-f]{2}$/)).toSorted()) {
    const names = (await namesIn(join(company, letters), /^[0-9a-f]{64}$/)).toSorted();
    for (let at = 0; at < names.length; at += listChunkSize)
      yield names.slice(at, at + listChunkSize).map((name) => Buffer.from(name, 'hex'));
  }
}
