import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.js';

const folder = `${root}node_modules/.cache/doorway`;

/** Changes when a file is added, removed or changed. `isIn` chooses among the files of folders. */
export function stampOf(paths, isIn) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn).filter(isIn).toSorted()) {
    const bytes = readFileSync(join(root, file));
    hash.update(`${file}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** Folders do not count: a build that writes into one would change its own stamp. */
function filesIn(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : join(path, entry.name)));
}

/** Whether this work was last done on files with this stamp. */
export const isDone = (name, stamp) =>
  existsSync(`${folder}/${name}`) && readFileSync(`${folder}/${name}`, 'utf8') === stamp;

export function setDone(name, stamp) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}`, stamp);
}
