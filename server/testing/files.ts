import { createHash } from 'node:crypto';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Door } from './door.ts';

const tiffHead = (offsetOfDirectory: number) => {
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(offsetOfDirectory, 4);
  return head;
};

/** The directory has one tag: width 1. */
const tiffDirectory = Buffer.from('010000010400010000000100000000000000', 'hex');

const pngChunk = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
};

/** A scanner's profile has several thousand bytes. */
export const pngWithProfile = (profileBytes: number) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
    pngChunk('iCCP', Buffer.alloc(profileBytes, 1)),
    pngChunk('IDAT', Buffer.from('789c63f80f00010101001b', 'hex')),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);

/** The directory follows the picture, as in the files of most programs. */
export const tiffWithPicture = (pictureBytes: number) =>
  Buffer.concat([tiffHead(8 + pictureBytes), Buffer.alloc(pictureBytes, 0x55), tiffDirectory]);

export const samples = {
  pdf: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  png: pngWithProfile(16),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  tiff: tiffWithPicture(4),
  xml: Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<Invoice><ID>1</ID></Invoice>\n'),
};

const pdfEnd = '\nstartxref\n0\n%%EOF\n';

export function pdfOf(bytes: number, seed = ''): Buffer {
  const file = Buffer.alloc(bytes, 0x20);
  file.write(`%PDF-1.7\n%${seed}\n`);
  file.write(pdfEnd, bytes - pdfEnd.length);
  return file;
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export const keptFile = (door: Door, hash: string): Promise<Buffer> =>
  readFile(join(door.dataDir, 'files', door.company, hash.slice(0, 2), hash));

/** Files of the door's folder that this process has open; Linux only. */
export async function openFilesOf(door: Door): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(join(door.dataDir, 'files')));
}

export async function filesOf(door: Door): Promise<{ kept: string[]; incoming: string[] }> {
  const files = await allFiles(door);
  const isIncoming = (folder: string) => folder.endsWith('incoming');
  return {
    kept: files.filter(({ parentPath }) => !isIncoming(parentPath) && !isTrash(parentPath)).map(({ name }) => name),
    incoming: files.filter(({ parentPath }) => isIncoming(parentPath)).map(({ name }) => name),
  };
}

export const trashOf = async (door: Door): Promise<string[]> =>
  (await allFiles(door))
    .filter(({ parentPath }) => isTrash(parentPath))
    .map(({ name }) => name.split('-')[1] as string);

const isTrash = (folder: string) => dirname(folder).endsWith('trash');

async function allFiles(door: Door) {
  const entries = await readdir(join(door.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile());
}
