// Packs the client so that the same sources give the same bytes. Run by npm before it packs, it makes the files ready.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.js';

const folder = `${root}clients/typescript`;

/** npm gives every file one time and an order of its own, but keeps permissions, which depend on the umask of a checkout. */
export function makeReady(client) {
  copyFileSync(`${root}LICENSE`, join(client, 'LICENSE'));
  const built = readdirSync(join(client, 'dist'), { recursive: true, withFileTypes: true });
  const files = built.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const file of [...files, ...['LICENSE', 'README.md', 'package.json'].map((name) => join(client, name))])
    chmodSync(file, 0o644);
}

/** Makes `typescript.tgz` in `destination`. */
export function packClient(destination, client = folder) {
  makeReady(client);
  mkdirSync(destination, { recursive: true });
  const options = [
    '--ignore-scripts',
    '--no-update-notifier',
    '--offline',
    '--json',
    '--pack-destination',
    destination,
  ];
  const packed = execFileSync('npm', ['pack', ...options], {
    cwd: client,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  const [{ filename }] = Object.values(JSON.parse(packed));
  renameSync(join(destination, filename), join(destination, 'typescript.tgz'));
  rmSync(join(client, 'LICENSE'));
}

if (process.argv[1] === import.meta.filename) makeReady(folder);
