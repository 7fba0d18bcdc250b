import type { Match } from '../find/search.tsx';
import type { TextLine } from '../find/text-lines.ts';
import type { Proof } from './proof.ts';

interface Letters {
  text: string;
  /** Place of each letter in its line. */
  letters: { line: TextLine; from: number; to: number }[];
}

/** Shorter lines are parts of too many texts to prove anything. */
const minLineLetters = 4;

/**
 * Finds a proof on its page: the value inside the proving text, otherwise the text. Only letters and digits are
 * compared, because the service and the viewer join pieces of text to lines in different ways.
 */
export function findProof(text: readonly TextLine[], { page, text: proving, value }: Proof): Match[] {
  const lines = text.filter(({ sheet }) => sheet === page).map((line) => lettersOf([line]));
  const [sought, inside] = [letters(proving), value === undefined ? '' : letters(value)];
  if (sought === '') return [];
  const whole = lines.find((line) => line.text === sought) ?? joined(lines);
  const found = part(whole, sought);
  if (found !== undefined) return matchesOf((inside === '' ? undefined : part(found, inside)) ?? found);
  const alone = inside === '' ? undefined : part(whole, inside);
  if (alone !== undefined) return matchesOf(alone);
  return lines.filter((line) => line.text.length >= minLineLetters && sought.includes(line.text)).flatMap(matchesOf);
}

function lettersOf(lines: readonly TextLine[]): Letters {
  const all: Letters = { text: '', letters: [] };
  for (const line of lines) {
    let from = 0;
    for (const character of line.text) {
      const to = from + character.length;
      const kept = letters(character);
      all.text += kept;
      for (let at = 0; at < kept.length; at++) all.letters.push({ line, from, to });
      from = to;
    }
  }
  return all;
}

/** Without accents, because a file may have them as characters of their own. */
const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const joined = (lines: readonly Letters[]): Letters => ({
  text: lines.map((line) => line.text).join(''),
  letters: lines.flatMap(({ letters }) => letters),
});

function part({ text, letters }: Letters, sought: string): Letters | undefined {
  const from = text.indexOf(sought);
  return from === -1 ? undefined : { text: sought, letters: letters.slice(from, from + sought.length) };
}

function matchesOf({ letters }: Letters): Match[] {
  const matches = new Map<TextLine, Match>();
  for (const letter of letters) {
    const match = matches.get(letter.line);
    if (match === undefined) matches.set(letter.line, { ...letter });
    else match.to = letter.to;
  }
  return [...matches.values()];
}
