import { asciiDigits } from './numerals.ts';
import { withoutInvisible } from './visible.ts';

/** Letters that look like Latin ones and that NFKD does not decompose. */
const lookalikes = new Map(
  Array.from('АаВвЕеКкМмНнОоРрСсТтХхУуІіЈјЅѕΑαΒβΕεΖΗηΙιΚκΜΝνΟοΡρΤτΥυΧχıøØđĐłŁðÐɑɡօսոհ').map((letter, at) => [
    letter,
    'aabbeekkmmhhooppccttxxyyiijjssaabbeezhniikkmnvooppttyuxxiooddllddagounh'[at] as string,
  ]),
);

/**
 * How a text looks to a person, for comparing texts that somebody may mistake for each other: in lower case, without
 * invisible characters, accents, spaces and punctuation, with Latin letters and ASCII digits for those that look like them.
 */
export const skeletonOf = (text: string): string =>
  Array.from(
    asciiDigits(withoutInvisible(text).normalize('NFKD').replace(/\p{M}/gu, '')),
    (character) => lookalikes.get(character) ?? character.toLowerCase(),
  )
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
