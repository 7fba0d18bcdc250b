import fc from 'fast-check';

const halves = 0x800;
const firstHalf = 0xd800;

/** The unit 'binary' of fast-check, without the map of all million characters that it makes first. */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - halves })
  .map((at) => String.fromCodePoint(at < firstHalf ? at : at + halves), placeOf);

function placeOf(value: unknown): number {
  const [character, ...more] = typeof value === 'string' ? value : '';
  if (character === undefined || more.length > 0) throw new Error('It is not one character.');
  const point = character.codePointAt(0) as number;
  return point < firstHalf ? point : point - halves;
}
