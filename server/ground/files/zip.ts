import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file that is to be put into a zip. */
export interface Zipped {
  name: string;
  size: number;
  modified: Date;
  /** Opens it when its turn has come. */
  open(): Promise<Readable>;
}

/**
 * Files as one zip, read one after another while it is sent. They are stored as they are, since pictures and PDF files hardly get
 * smaller, and so its size is known before. Where a file fails, the zip breaks off before its end.
 */
export async function zipOf(files: readonly Zipped[]): Promise<{ size: number; stream: Readable }> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  let current: Readable | undefined;
  const fail = (error: unknown) => void stream.destroy(error as Error);
  zip.on('error', fail);
  // Whoever gives up half way leaves no file open.
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
    // Its types leave out what it calls back with.
    zip.end(undefined, resolve as () => void);
  });
  return { size, stream };
}

const mostCharacters = 150;
/** Paths, control characters, what turns the direction of writing round, and what Windows refuses. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** The names under which files can lie in one folder of any system: each once, none a path. */
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
    .slice(0, mostCharacters)
    .join('');
  return `${stem}${ending}`.replace(/[. ]+$/, '') || 'file';
}
