import type { Readable } from 'node:stream';
import type { CompanyId } from '../../ground/db/pool.ts';
import { mapConcurrently } from '../../ground/scheduling/map-concurrently.ts';
import { ObjectDamaged } from './objects.ts';
import { openFile, readFileList } from './files.ts';
import type { Manifest, ArchivePart } from './manifest.ts';
import { linesIn, openPart, type BackupTarget, openSums } from './parts.ts';

export interface VerifiedBackup {
  parts: number;
  files: number;
  /** At most `maxDamaged`. */
  damaged: ObjectDamaged[];
  damagedCount: number;
}

export interface VerifyOptions {
  /** In bytes of content. */
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal | undefined;
}

const maxDamaged = 100;
const partsAtOnce = 4;
const filesAtOnce = 8;

/** Reads and hashes every object of a backup. Rejects if the place cannot be read. */
export async function verifyBackup(
  target: BackupTarget,
  { parts, files, damaged }: Manifest,
  { onProgress, signal }: VerifyOptions = {},
): Promise<VerifiedBackup> {
  const total = parts.reduce((sum, { bytes }) => sum + bytes, files.bytes);
  const result: VerifiedBackup = { parts: parts.length, files: 0, damaged: [], damagedCount: 0 };
  let done = 0;

  const judge = (reading: () => Promise<void>) =>
    reading().catch((error: unknown) => {
      if (!(error instanceof ObjectDamaged)) throw error;
      result.damagedCount += 1;
      if (result.damaged.length < maxDamaged) result.damaged.push(error);
    });

  async function read(stream: Readable): Promise<number> {
    let lines = 0;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      lines += linesIn(piece);
      done += piece.length;
      onProgress?.(done, total);
    }
    return lines;
  }

  const sound: ArchivePart[] = [];
  async function readPart(part: ArchivePart): Promise<void> {
    const lines = await read(await openPart(target, part));
    if (lines !== part.count)
      throw new ObjectDamaged(part.name, `has ${lines} lines, but the manifest says ${part.count}`);
    sound.push(part);
  }

  const leftOut = new Set(damaged.map(({ company, sha256 }) => `${company} ${sha256}`));
  async function readFiles(list: ArchivePart, company: CompanyId): Promise<void> {
    for await (const page of readFileList(target, list)) {
      const backedUp = page.filter(({ sha256 }) => !leftOut.has(`${company} ${sha256}`));
      await mapConcurrently(backedUp, filesAtOnce, (file) =>
        judge(async () => void (await read(await openFile(target, company, file)))),
      );
      result.files += backedUp.length;
    }
  }

  await judge(async () => void (await (await openSums(target, parts)).toArray()));
  await mapConcurrently(parts, partsAtOnce, (part) => judge(() => readPart(part)));
  // A list that is damaged would name files that never were.
  for (const list of sound) {
    const { kind, company } = list;
    if (kind === 'files' && company !== undefined) await judge(() => readFiles(list, company));
  }
  return result;
}
