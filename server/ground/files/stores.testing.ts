import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openS3 } from '../../testing/s3.ts';
import { nowMs } from '../../testing/time.ts';
import { openDiskStore } from './disk.ts';
import { createPartBuffers } from './s3/parts.ts';
import { openS3Store } from './s3/store.ts';
import type { FileStore } from './store.ts';

/** A kind of store, and the bytes behind it. */
export interface StoreUnderTest {
  open(): Promise<FileStore>;
  /** The last parts of the keys under a folder such as 'incoming', of any depth. */
  names(folder: string): Promise<string[]>;
  /** The path of the object on this machine. */
  pathOf(key: string): string;
  close(): Promise<void>;
}

/** s3rver takes smaller parts than S3. A file that fits into none is then small, too. */
export const partBytes = 320 * 1024;

export const storesUnderTest: Record<'disk' | 'S3', () => Promise<StoreUnderTest>> = {
  disk: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'doorway-disk-'));
    return {
      open: () => openDiskStore(dataDir),
      ...filesIn(join(dataDir, 'files'), ''),
      close: () => rm(dataDir, { recursive: true, force: true }),
    };
  },
  S3: async () => {
    const s3 = await openS3();
    return {
      open: () =>
        openS3Store(
          { bucket: s3.bucket, prefix: 'some/prefix/' },
          s3.endpoint,
          createPartBuffers(undefined, undefined, partBytes),
        ),
      ...filesIn(join(s3.folder, s3.bucket, 'some', 'prefix'), '._S3rver_object'),
      close: s3.close,
    };
  },
};

export function filesIn(root: string, ending: string): Pick<StoreUnderTest, 'names' | 'pathOf'> {
  return {
    names: async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
        .map(({ name }) => name.slice(0, name.length - ending.length));
    },
    pathOf: (key) => join(root, `${key}${ending}`),
  };
}

export async function putAt(path: string, bytes: string | Buffer, ageMs = 0): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  const seconds = (nowMs() - ageMs) / 1000;
  await utimes(path, seconds, seconds);
}
