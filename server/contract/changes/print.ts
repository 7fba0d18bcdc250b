// npm run openapi:changes: the changes of the partner document since the last release, in words for the change log.
import { readFileSync } from 'node:fs';
import { changesBetween } from './compare.ts';
import { inWords } from './words.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../openapi/${path}`, import.meta.url), 'utf8'));

const released = read('released/partner.json');
const current = read('partner.json');
const changes = changesBetween(released, current);
console.log(`From ${released.info.version} to ${current.info.version}:\n\n${inWords(changes)}`);
if (changes.some(({ isBreaking }) => isBreaking)) process.exitCode = 1;
