import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { contentType } from 'mime-types';
import { type KeptContent, etagOf } from './kept.ts';

export interface ConsoleFile extends KeptContent {
  /** True if its name contains a hash of its content. */
  immutable: boolean;
}

export interface BuiltConsole {
  page: string;
  files: Map<string, ConsoleFile>;
}

export interface ServedConsole extends Pick<BuiltConsole, 'files'> {
  page: ConsoleFile;
}

/** Reads the built console, a few megabytes, into memory. Undefined if it was not built. */
export async function readConsole(folder: string): Promise<BuiltConsole | undefined> {
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
  const files = new Map<string, ConsoleFile>();
  for (const [name, bytes] of bytesOf) {
    if (/\.(br|gz)$/.test(name) || name === 'index.html') continue;
    files.set(name, { ...describe(name, bytes), brotli: bytesOf.get(`${name}.br`), gzip: bytesOf.get(`${name}.gz`) });
  }
  return { page: String(bytesOf.get('index.html')), files };
}

/** The page is served at many paths, so its references must be absolute. */
export const servedAt = (root: string, { page, files }: BuiltConsole): ServedConsole => ({
  page: describe('index.html', Buffer.from(page.replaceAll('"./', `"${root}`))),
  files,
});

function describe(name: string, bytes: Buffer): ConsoleFile {
  const type = contentType(extname(name)) || 'application/octet-stream';
  const immutable = name.startsWith('assets/');
  return { type, bytes, etag: etagOf(immutable ? name : bytes), immutable };
}

export const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Doorway: the console is not built</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.5rem;color-scheme:light dark}code{font-size:1.1em}</style>
<h1>The console is not built</h1>
<p>The service runs, but the files of its web console are missing. Run <code>npm run build</code> in the folder of the source and start the service again.</p>
<p>Partners are not affected: their interface is served as usual.</p>
</html>
`;
