import type { BackedUpFile } from './files.ts';
import { ObjectDamaged } from './damage.ts';
import type { ArchivePart } from './manifest.ts';
import { openPart, type BackupTarget } from './parts.ts';

/** A line of a part of the kind `files`. */
export const fileLine = ({ sha256, size }: BackedUpFile): string => `${sha256} ${size}\n`;

const line = /^([0-9a-f]{64}) (\d{1,15})$/;
const maxLineLength = 80;
const filesPerPage = 200;

/** Files of a list, ascending, in pages. */
export async function* readFileList(target: BackupTarget, part: ArchivePart): AsyncGenerator<BackedUpFile[]> {
  let page: BackedUpFile[] = [];
  let rest = '';
  let last = '';
  for await (const piece of await openPart(target, part)) {
    const lines = (rest + (piece as Buffer).toString('latin1')).split('\n');
    rest = lines.pop() as string;
    if (rest.length > maxLineLength) throw noList(part);
    for (const text of lines) {
      const [, sha256 = '', size = ''] = line.exec(text) ?? [];
      if (sha256 <= last) throw noList(part);
      last = sha256;
      if (page.push({ sha256, size: Number(size) }) < filesPerPage) continue;
      yield page;
      page = [];
    }
  }
  if (rest !== '') throw noList(part);
  if (page.length > 0) yield page;
}

const noList = ({ name }: ArchivePart) => new ObjectDamaged(name, 'is altered: it is no ascending list of files');
