import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { contentType } from 'mime-types';

export interface Served {
  type: string;
  bytes: Buffer;
  brotli?: Buffer | undefined;
  gzip?: Buffer | undefined;
  etag: string;
  /** Its name holds a hash of its content, so it never changes. */
  immutable: boolean;
}

export interface Built {
  page: Served;
  files: Map<string, Served>;
}

/** The built console, all of it in memory: it is a few megabytes. Undefined where it was not built. */
export async function readConsole(folder: string, root: string): Promise<Built | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  if (!names.includes('index.html')) return undefined;
  const bytesOf = new Map(
    await Promise.all(
      names.map(async (name) => [name.split(sep).join('/'), await readFile(join(folder, name))] as const),
    ),
  );
  const files = new Map<string, Served>();
  for (const [name, bytes] of bytesOf) {
    if (/\.(br|gz)$/.test(name) || name === 'index.html') continue;
    files.set(name, { ...describe(name, bytes), brotli: bytesOf.get(`${name}.br`), gzip: bytesOf.get(`${name}.gz`) });
  }
  return { page: describe('index.html', placed(bytesOf.get('index.html') as Buffer, root)), files };
}

/** The page is asked for at many paths, so what it refers to must be named from the root. */
const placed = (page: Buffer, root: string) => Buffer.from(page.toString('utf8').replaceAll('"./', `"${root}`));

const describe = (name: string, bytes: Buffer): Served => ({
  type: contentType(extname(name)) || 'application/octet-stream',
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  immutable: name.startsWith('assets/'),
});
