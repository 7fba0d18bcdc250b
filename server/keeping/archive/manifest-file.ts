import { createHash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { CommandError } from '../../errors/command-error.ts';
import { inSlices } from '../../ground/scheduling/slices.ts';
import { format, manifestSchema, partName, partSchema, type Manifest, type ArchivePart, folderOf } from './manifest.ts';
import { readObject, storedName, writeObject, type KeyedStore, ObjectDamaged } from './objects.ts';
import type { BackupTarget } from './parts.ts';

export const manifestName = 'manifest.json';

const maxBytes = 256 * 1024 * 1024;

/** The hash is over all bytes before its line: `head -n -2 manifest.json | sha256sum`. */
const lastLines = (sha256: string) => `"sha256": "${sha256}"\n}\n`;
const lastLinesBytes = lastLines('0'.repeat(64)).length;

/** Written last: it makes the backup complete. */
export async function writeManifest(target: BackupTarget, manifest: Manifest): Promise<void> {
  const problem = await problemIn(manifest);
  if (problem !== undefined) throw new Error(`The manifest of ${target.folder} could not be read: ${problem}.`);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* lines() {
    for await (const line of inSlices(linesOf(manifest))) {
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
export async function readManifest(store: KeyedStore, name: string): Promise<Manifest | undefined> {
  const path = `${folderOf(name)}/${manifestName}`;
  const label = `${name}/${manifestName}`;
  const bytes = await readObject(store, path, { label, maxBytes });
  if (bytes !== undefined) return parseManifest(bytes, { label, name, isEncrypted: store.key !== undefined });
  const other = { key: store.key === undefined ? Buffer.alloc(0) : undefined };
  if ((await store.store.size(storedName(other, path))) === undefined) return undefined;
  throw new CommandError(
    store.key === undefined
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

export async function parseManifest(bytes: Buffer, { label, name, isEncrypted }: ExpectedManifest): Promise<Manifest> {
  const guarded = bytes.subarray(0, -lastLinesBytes);
  const hash = createHash('sha256');
  for await (const piece of inSlices(piecesOf(guarded))) hash.update(piece);
  if (bytes.subarray(-lastLinesBytes).toString('latin1') !== lastLines(hash.digest('hex')))
    throw new ObjectDamaged(label, 'is cut or altered: its last line is not the SHA-256 of the lines before');
  const manifest = await fieldsIn(guarded).catch((): Record<string, unknown> => ({}));
  const { format: found } = manifest;
  if (typeof found === 'number' && found > format)
    throw new CommandError(
      `The backup ${name} was taken by a newer version of Doorway. Install that version, or a later one, to use it.`,
      2,
    );
  const problem = await problemIn(manifest);
  if (problem !== undefined) throw new ObjectDamaged(label, `is no manifest of Doorway: ${problem}`);
  const sound = manifest as Manifest;
  if (sound.name !== name) throw new ObjectDamaged(label, `belongs to another backup, ${sound.name}`);
  if (sound.isEncrypted !== isEncrypted)
    throw new ObjectDamaged(label, `belongs to a backup that is ${isEncrypted ? 'not encrypted' : 'encrypted'}`);
  return sound;
}

const pieceBytes = 1024 * 1024;

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Line by line: a long text at once would make requests wait. */
async function fieldsIn(lines: Buffer): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  let list: unknown[] | undefined;
  for await (const line of inSlices(linesIn(lines))) {
    if (line === '],') list = undefined;
    else if (list !== undefined) list.push(JSON.parse(line.replace(/,$/, '')));
    else {
      const [, name = '', value = ''] = /^"(\w+)": (.*?),?$/.exec(line) ?? [];
      list = value === '[' ? [] : undefined;
      if (line !== '{') fields.set(name, list ?? JSON.parse(value));
    }
  }
  return Object.fromEntries(fields);
}

function* linesIn(lines: Buffer): Generator<string> {
  for (let begin = 0, end = 0; begin < lines.length; begin = end + 1) {
    end = lines.indexOf('\n', begin);
    if (end === -1) return;
    yield lines.toString('utf8', begin, end);
  }
}

/** Compressed bytes are at most about 1,000 times as long without compression. */
const maxRatio = 1_100;

const fields = Object.entries(manifestSchema.properties).map(([name, schema]) => ({ name, is: Compile(schema) }));
const isPart = Compile(partSchema);

async function problemIn(manifest: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const wrong = fields.find(({ name, is }) => !is.Check(manifest[name]));
  if (wrong !== undefined) return `its field ${wrong.name} is missing or wrong`;
  const { parts, takenAt, endedAt } = manifest as Manifest;
  if (Number.isNaN(Date.parse(takenAt)) || Number.isNaN(Date.parse(endedAt))) return 'it has a time that is none';
  const names = new Set<string>();
  for await (const part of inSlices(parts)) {
    if (!isPart.Check(part)) return 'it has a part with other fields';
    const name = JSON.stringify(part.name);
    if (part.name !== partName(part) || !isDescribed(part)) return `it has a part ${name}`;
    if (names.has(part.name)) return `it has two parts ${name}`;
    if (part.count > part.bytes || part.bytes > part.storedBytes * maxRatio)
      return `the part ${name} has impossible sizes`;
    names.add(part.name);
  }
  return undefined;
}

function isDescribed({ kind, table, columns, company }: ArchivePart): boolean {
  if (kind === 'rows') return table !== undefined && columns !== undefined && new Set(columns).size === columns.length;
  return table === undefined && columns === undefined && (kind === 'files') === (company !== undefined);
}
