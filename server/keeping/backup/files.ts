import { createFileLookup, writeFile, type BackedUpFile, readFileList } from '../archive/files.ts';
import type { DamagedFile, ArchivePart } from '../archive/manifest.ts';
import type { BackupTarget } from '../archive/parts.ts';
import { CommandError } from '../../errors/command-error.ts';
import { copyFile } from '../../files/copy.ts';
import { thousands } from '../../../common/errors/words.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import type { FileStore } from '../../ground/files/store.ts';
import { mapConcurrently } from '../../ground/scheduling/map-concurrently.ts';

type Bytes = AsyncIterable<Uint8Array>;

export interface FileCopying {
  from: FileStore;
  target: BackupTarget;
  /** All bytes pass through this. */
  watch: (bytes: Bytes) => Bytes;
  onFile: () => void;
}

export interface CopiedFiles {
  /** Without damaged ones. */
  files: { count: number; bytes: number };
  /** Files that the place did not have. */
  copied: { count: number; bytes: number };
  damaged: DamagedFile[];
}

const filesAtOnce = 4;
/** The manifest names them all. */
const maxDamaged = 100_000;

/** Copies the files that the lists name, except those that the place has. */
export async function copyListedFiles(lists: ArchivePart[], copying: FileCopying): Promise<CopiedFiles> {
  const { from, target, watch, onFile } = copying;
  const result: CopiedFiles = { files: { count: 0, bytes: 0 }, copied: { count: 0, bytes: 0 }, damaged: [] };

  async function copy(company: CompanyId, file: BackedUpFile): Promise<void> {
    const sha256 = Buffer.from(file.sha256, 'hex');
    const problem = await copyFile({ from, to: target.store }, company, { ...file, sha256 }, async () => {
      const opened = await from.open(company, sha256);
      if (opened === undefined) return false;
      return writeFile(target, company, file, watch(opened.stream)).finally(() => opened.stream.destroy());
    });
    if (problem === undefined) for (const sum of [result.files, result.copied]) add(sum, file);
    else result.damaged.push({ company, sha256: file.sha256, problem });
    if (result.damaged.length > maxDamaged) throw wrongStore(from);
    onFile();
  }

  for (const list of lists) {
    const company = list.company as CompanyId;
    const hasFile = createFileLookup(target, company);
    for await (const page of readFileList(target, list)) {
      const missing: BackedUpFile[] = [];
      for (const file of page)
        if (await hasFile(file)) {
          add(result.files, file);
          onFile();
        } else missing.push(file);
      await mapConcurrently(missing, filesAtOnce, (file) => copy(company, file));
    }
  }
  return result;
}

function add(sum: { count: number; bytes: number }, { size }: BackedUpFile): void {
  sum.count += 1;
  sum.bytes += size;
}

const wrongStore = ({ name }: FileStore) =>
  new CommandError(
    `${name} lacks more than ${thousands(maxDamaged)} of the files that the rows name. Is this the store of this database? See FILES_URL and DATA_DIR.`,
  );
