import { skeletonOf } from './skeleton.ts';
import { withoutInvisible } from './visible.ts';

const isPrintableAscii = /^[ -~]*$/;

/** By code point. */
const known = new Map<number, string>();
const maxKnown = 4096;

/**
 * How a text looks to a person, with its words and separators: in lower case, with ASCII letters and digits for those
 * that look like them, without invisible characters and accents. Every blank is a space and every dash a hyphen.
 */
export function foldedText(text: string): string {
  if (isPrintableAscii.test(text)) return text.toLowerCase();
  const folded: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 32 && unit < 127) continue;
    const code = text.codePointAt(at) as number;
    if (from < at) folded.push(text.slice(from, at));
    folded.push(foldedCharacter(code));
    if (code > 0xffff) at += 1;
    from = at + 1;
  }
  folded.push(text.slice(from));
  return folded.join('').toLowerCase();
}

function foldedCharacter(code: number): string {
  let folded = known.get(code);
  if (folded === undefined) {
    if (known.size >= maxKnown) known.clear();
    const character = String.fromCodePoint(code);
    known.set(code, (folded = skeletonOf(character) || separatorOf(character)));
  }
  return folded;
}

function separatorOf(character: string): string {
  if (/[\p{White_Space}\u2800]/u.test(character)) return ' ';
  if (withoutInvisible(character) === '' || /\p{M}/u.test(character)) return '';
  return /[\p{Pd}\u2212]/u.test(character) ? '-' : ' ';
}
