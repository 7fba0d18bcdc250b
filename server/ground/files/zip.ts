import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  name: string;
  size: number;
  modified: Date;
  open(): Promise<Readable>;
}

/**
 * Files are stored uncompressed, because images and PDF files hardly shrink; the size is therefore known in advance. If
 * a file fails, the zip breaks off before its end.
 */
export async function zipOf(files: readonly ZipEntry[]): Promise<{ size: number; stream: Readable }> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  let current: Readable | undefined;
  const fail = (error: unknown) => void stream.destroy(error as Error);
  zip.on('error', fail);
  stream.on('close', () => current?.destroy());
  for (const { name, size, modified, open } of files)
    zip.addReadStreamLazy(name, { size, mtime: modified, mode: 0o100644, compress: false }, (give) => {
      open().then((file) => {
        current = file.on('error', fail);
        if (stream.destroyed) file.destroy();
        else give(null, file);
      }, fail);
    });
  const size = await new Promise<number>((resolve) => {
    // The types omit the callback's argument.
    zip.end(undefined, resolve as () => void);
  });
  return { size, stream };
}

const maxCharacters = 150;
/** Path separators, control and bidirectional characters, and characters that Windows refuses. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Makes names unique and acceptable to every system; none is a path. */
export function namesInFolder(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((given) => {
    const safe = safeName(given);
    const dot = safe.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    let name = safe;
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${stem} (${copy})${ending}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

function safeName(given: string): string {
  const plain = given
    .replace(unsafe, '_')
    .replace(/^[. ]+/, '')
    .replace(reserved, '_$&');
  const ending = /\.\w{1,8}$/.exec(plain)?.[0] ?? '';
  const stem = Array.from(plain.slice(0, plain.length - ending.length))
    .slice(0, maxCharacters)
    .join('');
  return `${stem}${ending}`.replace(/[. ]+$/, '') || 'file';
}
