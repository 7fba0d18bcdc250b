// npm run openapi:changes: the changes of both documents since the last release, in words for the change log.
import { readFileSync } from 'node:fs';
import { changesBetween } from './compare.ts';
import { inWords } from './words.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../openapi/${path}`, import.meta.url), 'utf8'));

for (const name of ['partner', 'operator']) {
  const released = read(`released/${name}.json`);
  const current = read(`${name}.json`);
  const changes = changesBetween(released, current);
  console.log(
    `${current.info.title}, from ${released.info.version} to ${current.info.version}:\n\n${inWords(changes)}`,
  );
  if (changes.some(({ isBreaking }) => isBreaking)) process.exitCode = 1;
}
