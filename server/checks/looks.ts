import { skeletonOfNumber } from '../../common/text/skeleton.ts';

const alike: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', m: 'rn', w: 'vv' };

/** Makes ASCII letters and digits of a skeleton equal that look alike. Each character alone, so spacing has no influence. */
export const foldAlike = (skeleton: string): string =>
  skeleton.replace(/[oilmw]/g, (letter) => alike[letter] as string);

/** Two suppliers whose numbers have the same look are easily mistaken for each other. */
export const numberLook = (number: string): string => foldAlike(skeletonOfNumber(number));

const digitLike: Readonly<Record<string, string>> = { s: '5', b: '8', z: '2', g: '6' };

/** A VAT number: SE, ten digits and 01, which is often left out. A word such as VAT may stand before it. */
const vatNumber = /(?:^|[a-z])5e(?:(\d{10})|(?:16|18|19|20)(\d{10}))(?:01)?$/;
/** Before the ten digits, 16 marks an organisation and a century a person. */
const swedishNumber = /(?:^|[a-z])(?:(?:16|18|19|20)(\d{10})|(\d{10}))(?:01)?$/;

/**
 * The ten digits of a Swedish organisational or personal number in whatever form, also with letters for digits.
 * Otherwise the look of the text, which is empty if it has neither letters nor digits.
 */
export function organizationLook(text: string): string {
  const look = numberLook(text);
  const digits = look.replace(/[sbzg]/g, (letter) => digitLike[letter] as string);
  const [, first, second] = vatNumber.exec(digits) ?? swedishNumber.exec(digits) ?? [];
  return first ?? second ?? look;
}
