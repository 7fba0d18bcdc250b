import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.js';

const folder = `${root}node_modules/.cache/doorway`;

/** Changes when a file is added, removed or written. `isIn` chooses among the files of folders. */
export function stampOf(paths, isIn) {
  const files = paths.flatMap((path) =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path), { recursive: true }).map((name) => join(path, name))
      : [path],
  );
  const hash = createHash('sha256');
  for (const file of files.filter(isIn).toSorted()) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file}\n${size}\n${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Whether this work was last done on files with this stamp. */
export const isDone = (name, stamp) =>
  existsSync(`${folder}/${name}`) && readFileSync(`${folder}/${name}`, 'utf8') === stamp;

export function setDone(name, stamp) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}`, stamp);
}
