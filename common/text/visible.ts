/**
 * Characters that show nothing: controls, formats, default-ignorable characters (variation selectors, fillers, tags),
 * white space and the blank Braille pattern.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

const isPrintableAscii = /^[!-~]*$/;

export const withoutInvisible = (text: string): string =>
  isPrintableAscii.test(text) ? text : text.replace(invisible, '');
