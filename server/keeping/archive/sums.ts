import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { inSlices } from '../../ground/scheduling/slices.ts';
import type { ArchivePart } from './manifest.ts';
import { openObject, storedName } from './objects.ts';
import type { BackupTarget } from './parts.ts';

const sumsName = 'SHA256SUMS';

/** Names and hashes of stored objects in the format of sha256sum. Not encrypted, so that it serves without the key. */
export async function writeSums({ store, key, folder }: BackupTarget, parts: readonly ArchivePart[]): Promise<void> {
  await store.write(`${folder}/${sumsName}`, sumsOf(parts, key));
}

/** The stream fails if it is not as `writeSums` has written it. */
export async function openSums({ store, key, folder }: BackupTarget, parts: readonly ArchivePart[]): Promise<Readable> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const line of sumsOf(parts, key)) {
    hash.update(line);
    bytes += line.length;
  }
  const content = { bytes, sha256: hash.digest('hex') };
  return openObject({ store, key: undefined }, `${folder}/${sumsName}`, { label: sumsName, content });
}

async function* sumsOf(parts: readonly ArchivePart[], key: Buffer | undefined): AsyncGenerator<Buffer> {
  for await (const { name, storedSha256 } of inSlices(parts))
    yield Buffer.from(`${storedSha256}  ${storedName({ key }, name)}\n`);
}
