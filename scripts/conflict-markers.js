// npm run lint: finds lines that a merge left in any file. Needs no git, because CI may not have it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const marker = /^(?:<{7}|\|{7}|>{7})(?: |$)/;

/**
 * The numbers of the lines that are conflict markers. Seven equals signs count too, unless they underline a heading of
 * Markdown.
 * @param {string} text
 * @param {boolean} isMarkdown
 * @returns {number[]}
 */
function conflictMarkers(text, isMarkdown) {
  const lines = text.split(/\r?\n/);
  const isConflict = lines.some((line) => marker.test(line));
  const isHeading = (at) => isMarkdown && !isConflict && (lines[at - 1] ?? '').trim() !== '';
  return lines.flatMap((line, at) => (marker.test(line) || (line === '='.repeat(7) && !isHeading(at)) ? [at + 1] : []));
}

/** Installed and generated files, and git's own. */
const skipped = new Set(['node_modules', 'dist', '.git', 'data', 'generated']);

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (skipped.has(entry.name)) continue;
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

/**
 * @param {string} root
 * @returns {string[]} path and line of each marker in the folder
 */
export const markersIn = (root) =>
  [...filesIn(root)].flatMap((path) => {
    const bytes = readFileSync(path);
    if (bytes.includes(0)) return [];
    return conflictMarkers(bytes.toString('utf8'), path.endsWith('.md')).map((line) => `${path}:${line}`);
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const place of markersIn('.')) {
    console.error(`${place}: a line that a merge left`);
    process.exitCode = 1;
  }
}
