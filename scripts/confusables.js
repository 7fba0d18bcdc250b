// Generates common/text/confusables.ts from Unicode's table of confusable characters (UTS 39), which is published at
// https://www.unicode.org/Public/security/ and is part of ICU's sources. Run by hand for a new version of the table, and
// then increase `looksVersion` of server/suppliers/looks.ts: node scripts/confusables.js confusables.txt
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { root } from './tools.js';

const published = readFileSync(process.argv[2] ?? '', 'utf8');
const version = /^# Version: (\S+)/m.exec(published)?.[1];
if (version === undefined) throw new Error('This is not confusables.txt.');

const decomposed = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '');
const isAscii = (text) => /^[\0-\x7f]*$/.test(text);
const fromHex = (codes) => String.fromCodePoint(...codes.split(' ').map((code) => parseInt(code, 16)));

/**
 * Not in the table, because only capitals look like these, because they are read as Latin letters, or because Unicode
 * calls them symbols. Prototypes of the table are among them, so they also apply to what looks like those.
 */
const additional = new Map(
  (
    'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ꞯq ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ' +
    'ʍm ßss ẞss þth Þth βb ꞓe εe ĸk χx Χx μu ðd Ðd đd Đd'
  )
    .split(' ')
    .map((pair) => {
      const [character, ...letters] = pair;
      return [character, letters.join('')];
    }),
);
// Negative circled, negative squared and regional indicator letters.
for (const first of [0x1f150, 0x1f170, 0x1f1e6])
  for (let at = 0; at < 26; at++)
    additional.set(String.fromCodePoint(first + at), String.fromCharCode('a'.charCodeAt(0) + at));

const table = new Map();
for (const [, code, codes] of published.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+?) ;/gm)) {
  const [source, target] = [fromHex(code), fromHex(codes)];
  // Skeletons decompose first, and keep the value of a decorated Latin letter or digit.
  if (isAscii(source) || source.normalize('NFD') !== source || /[a-z0-9]/i.test(decomposed(source))) continue;
  table.set(source, target === 'l' && /\p{Lu}/u.test(source) ? 'i' : target);
}

/** The table's prototype of m is rn. */
const finalOf = (character) =>
  additional.get(character) ??
  Array.from(
    decomposed(table.get(character) ?? character)
      .toLowerCase()
      .replaceAll('rn', 'm'),
    (one) => additional.get(one) ?? one,
  )
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');

const withoutTable = (character) =>
  decomposed(character) === character
    ? character.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    : Array.from(decomposed(character), finalOf).join('');

const sources = new Map();
for (const character of new Set([...table.keys(), ...additional.keys()])) {
  const target = finalOf(character);
  // A digit of another script has a value unless it looks like something that people in Europe read.
  if (target === withoutTable(character) || (/\p{N}/u.test(character) && !/^[a-z0-9]+$/.test(target))) continue;
  sources.set(target, [...(sources.get(target) ?? []), character.codePointAt(0)]);
}

/** "a:2o4.3" are the code points 0x2o4 in base 36 and the one 3 after it. */
const encoded = [...sources]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([target, codes]) => {
    const ascending = codes.sort((a, b) => a - b);
    return `${target}:${ascending.map((code, at) => (code - (ascending[at - 1] ?? 0)).toString(36)).join('.')}`;
  })
  .join(' ');

const lines = encoded.match(/.{1,110}/gsu).map((line) => `  '${line}'`);
const output = `${root}common/text/confusables.ts`;
const [notice] = readFileSync(output, 'utf8').split('export const');
writeFileSync(
  output,
  `${notice.replace(/version [\d.]+/, `version ${version}`)}export const confusables =\n${lines.join(' +\n')};\n`,
);
execFileSync(`${root}node_modules/.bin/oxfmt`, [output]);
console.log(`${[...sources.values()].flat().length} characters, ${encoded.length} characters of text`);
