/**
 * Characters that show nothing: controls, formats, default-ignorable characters (variation selectors, fillers, tags),
 * white space and the blank Braille pattern.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

const isPrintableAscii = /^[!-~]*$/;

export const withoutInvisible = (text: string): string =>
  isPrintableAscii.test(text) ? text : text.replace(invisible, '');

/** Removes characters that show nothing, and writes every blank as a space. */
export const withPlainSpaces = (text: string): string =>
  text.replace(/[\p{White_Space}\u2800]/gu, ' ').replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
