import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Check } from 'typebox/value';
import { CommandError } from '../../errors/command-error.ts';
import { ObjectDamaged } from './damage.ts';
import { format, manifestSchema, partName, type Manifest, type Part } from './manifest.ts';
import { folderOf } from './names.ts';
import { openObject, readObject, storedName, writeObject, type KeyedStore } from './objects.ts';
import type { BackupTarget } from './parts.ts';

export const manifestName = 'manifest.json';
const sumsName = 'SHA256SUMS';

const maxBytes = 256 * 1024 * 1024;

/** The hash is over all bytes before its line: `head -n -2 manifest.json | sha256sum`. */
const lastLines = (sha256: string) => `"sha256": "${sha256}"\n}\n`;
const lastLinesBytes = lastLines('0'.repeat(64)).length;

/** Names and hashes of stored objects in the format of sha256sum. Not encrypted, so that it serves without the key. */
export async function writeSums({ store, key, folder }: BackupTarget, parts: readonly Part[]): Promise<void> {
  await store.write(`${folder}/${sumsName}`, sumsOf(parts, key));
}

/** The stream fails if it is not as `writeSums` has written it. */
export async function openSums({ store, key, folder }: BackupTarget, parts: readonly Part[]): Promise<Readable> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const line of sumsOf(parts, key)) {
    hash.update(line);
    bytes += line.length;
  }
  const content = { bytes, sha256: hash.digest('hex') };
  return openObject({ store, key: undefined }, `${folder}/${sumsName}`, { label: sumsName, content });
}

async function* sumsOf(parts: readonly Part[], key: Buffer | undefined): AsyncGenerator<Buffer> {
  for (const { name, storedSha256 } of parts) yield Buffer.from(`${storedSha256}  ${storedName({ key }, name)}\n`);
}

/** Written last: it makes the backup complete. */
export async function writeManifest(target: BackupTarget, manifest: Manifest): Promise<void> {
  const problem = problemIn(manifest);
  if (problem !== undefined) throw new Error(`The manifest of ${target.folder} could not be read: ${problem}.`);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* lines() {
    for (const line of linesOf(manifest)) {
      hash.update(line);
      bytes += Buffer.byteLength(line);
      if (bytes > maxBytes - lastLinesBytes)
        throw new CommandError(`The manifest of ${target.folder} would be longer than 256 MiB, and could not be read.`);
      yield Buffer.from(line);
    }
    yield Buffer.from(lastLines(hash.digest('hex')));
  }
  await writeObject(target, `${target.folder}/${manifestName}`, lines());
}

/** JSON with a line for each field and each item of a list. */
function* linesOf(manifest: Manifest): Generator<string> {
  yield '{\n';
  for (const [name, value] of Object.entries(manifest)) {
    if (!Array.isArray(value)) {
      yield `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
      continue;
    }
    yield `${JSON.stringify(name)}: [\n`;
    for (const [at, item] of value.entries()) yield `${JSON.stringify(item)}${at < value.length - 1 ? ',' : ''}\n`;
    yield '],\n';
  }
}

/** Undefined if the backup is not complete. */
export async function readManifest(place: KeyedStore, name: string): Promise<Manifest | undefined> {
  const path = `${folderOf(name)}/${manifestName}`;
  const label = `${name}/${manifestName}`;
  const bytes = await readObject(place, path, { label, maxBytes });
  if (bytes !== undefined) return parseManifest(bytes, { label, name, isEncrypted: place.key !== undefined });
  const other = { key: place.key === undefined ? Buffer.alloc(0) : undefined };
  if ((await place.store.size(storedName(other, path))) === undefined) return undefined;
  throw new CommandError(
    place.key === undefined
      ? `The backup ${name} is encrypted. Set BACKUP_KEY to the key with which it was taken.`
      : `The backup ${name} is not encrypted, but BACKUP_KEY is set. Unset BACKUP_KEY to use it.`,
    2,
  );
}

interface ExpectedManifest {
  label: string;
  name: string;
  isEncrypted: boolean;
}

export function parseManifest(bytes: Buffer, { label, name, isEncrypted }: ExpectedManifest): Manifest {
  const guarded = bytes.subarray(0, -lastLinesBytes);
  const sha256 = createHash('sha256').update(guarded).digest('hex');
  if (bytes.subarray(-lastLinesBytes).toString('latin1') !== lastLines(sha256))
    throw new ObjectDamaged(label, 'is cut or altered: its last line is not the SHA-256 of the lines before');
  const manifest = jsonIn(guarded);
  const { format: found } = manifest as { format?: unknown };
  if (typeof found === 'number' && found > format)
    throw new CommandError(
      `The backup ${name} was taken by a newer version of Doorway. Install that version, or a later one, to use it.`,
      2,
    );
  const problem = problemIn(manifest);
  if (problem !== undefined) throw new ObjectDamaged(label, `is no manifest of Doorway: ${problem}`);
  const sound = manifest as Manifest;
  if (sound.name !== name) throw new ObjectDamaged(label, `belongs to another backup, ${sound.name}`);
  if (sound.isEncrypted !== isEncrypted)
    throw new ObjectDamaged(label, `belongs to a backup that is ${isEncrypted ? 'not encrypted' : 'encrypted'}`);
  return sound;
}

/** The lines end with a comma, which the line of the hash follows. */
function jsonIn(lines: Buffer): object {
  try {
    const value: unknown = JSON.parse(`${lines.toString('utf8', 0, lines.length - 2)}}`);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Compressed bytes are at most about 1,000 times as long without compression. */
const maxRatio = 1_100;

function problemIn(manifest: object): string | undefined {
  if (!Check(manifestSchema, manifest)) return 'it has other fields';
  const names = new Set<string>();
  for (const one of manifest.parts) {
    const name = JSON.stringify(one.name);
    if (one.name !== partName(one) || !isDescribed(one)) return `it has a part ${name}`;
    if (names.has(one.name)) return `it has two parts ${name}`;
    if (one.count > one.bytes || one.bytes > one.storedBytes * maxRatio) return `the part ${name} has impossible sizes`;
    names.add(one.name);
  }
  return undefined;
}

function isDescribed({ kind, table, columns, company }: Part): boolean {
  if (kind === 'rows') return table !== undefined && columns !== undefined;
  return table === undefined && columns === undefined && (kind === 'files') === (company !== undefined);
}
