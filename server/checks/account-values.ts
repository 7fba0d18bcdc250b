import type { TextTraits } from './account-traits.ts';
import { ibansIn } from './account-ibans.ts';
import type { NameMeaning } from './account-names.ts';
import {
  accountsInText,
  digitsOf,
  isDate,
  isGiro,
  mentionsPayment,
  numbersInField,
  shapeOf,
  withoutIbans,
  withSingleSeparators,
  type TextAccount,
  type TextReading,
} from './account-texts.ts';

/** Fewer digits are an account only after its name. */
const minDigits = 5;
/** No IBAN is shorter. */
const minIban = 15;
/** A field that is named like an account has no longer text. */
const maxInField = 1_000;
/** Longer texts have no shape of an account. */
const maxShape = 30;
const maxOdd = 64;

const nothingRead: TextReading = { accounts: [], isCut: false };

/**
 * The accounts in a folded text, given what the name of its field says; undefined if a glance shows that it has none.
 * Lines have accounts of the bookkeeping. A text that needs more than a glance is not read if it is too long.
 */
export function accountsInValue(
  folded: string,
  { digits, mayHaveIban, mayMentionPayment }: TextTraits,
  meaning: NameMeaning,
  isLine: boolean,
  maxLength: number,
): TextReading | undefined {
  const { says, kind } = meaning;
  const ibans = mayHaveIban && folded.length >= minIban ? ibansIn(folded) : [];
  const isAboutPayment = mayMentionPayment && mentionsPayment.test(folded);
  const mayHaveShape = says === 'nothing' || says === 'bare' || says === 'key';
  if (!isAboutPayment && ibans.length === 0)
    if (says === 'other' || (mayHaveShape && (digits < minDigits || !mayBeShape(folded)))) return undefined;
  if (folded.length > maxLength) return { accounts: [], isCut: true };
  const rest = withSingleSeparators(withoutIbans(folded, ibans));
  const { accounts: inText, isCut } = isAboutPayment ? accountsInText(rest) : nothingRead;
  const found = [...ibans.map(({ iban }): TextAccount => ({ kind: 'iban', value: iban })), ...inText];
  if (says === 'other') return { accounts: found, isCut };
  if (mayHaveShape) {
    const shape = found.length > 0 || rest.length > maxShape ? undefined : shapeOf(rest.trim());
    return { accounts: shape === undefined ? found : [shape], isCut };
  }
  const own = numbersMeant(found, rest.slice(0, maxInField), meaning, isLine);
  return { accounts: [...found, ...own.map((value) => ({ kind, value }))], isCut: isCut || rest.length > maxInField };
}

/** Digits with separators, and no letters except those that look like digits. */
const mayBeShape = (folded: string) => /[^a-z0-9]/.test(folded) && /^[^a-hjkmnp-z]*$/.test(folded);

function numbersMeant(found: readonly TextAccount[], rest: string, { says, kind }: NameMeaning, isLine: boolean) {
  if (says === 'sure' && kind === 'iban' && found.length === 0) return [rest.trim().slice(0, maxOdd).toUpperCase()];
  return unread(found, numbersInField(rest, kind)).filter((number) => {
    if (says === 'likely') return isLikely(number, kind, isLine);
    if (says === 'paying') return !/[a-z]/.test(rest) && isPaid(number);
    return (says !== 'probable' && found.length === 0) || digitsOf(number).length >= minDigits;
  });
}

/** The numbers that are not part of an account that was found already. */
const unread = (found: readonly TextAccount[], numbers: readonly string[]): string[] =>
  numbers.filter((number) => !found.some(({ value }) => digitsOf(value).includes(digitsOf(number))));

function isLikely(number: string, kind: NameMeaning['kind'], isLine: boolean): boolean {
  const digits = digitsOf(number);
  if (shapeOf(number) !== undefined) return true;
  // A date with the check digit of a giro may be one.
  if (isDate(digits)) return isGiro(digits, 7);
  if (kind === 'bankGiro' || kind === 'postGiro') return isGiro(digits, kind === 'bankGiro' ? 7 : minDigits);
  return (digits.length >= 7 && !isBookkeeping.test(number)) || (!isLine && isGiro(digits, minDigits));
}

/** An account of the bookkeeping and its cost centre, 4010-1000; no account that can be paid has this form. */
const isBookkeeping = /^[1-8][0-9]{3}[^0-9][0-9]{3,4}$/;

/** Thirteen digits are a time or the number of a place (GLN). */
function isPaid(number: string): boolean {
  const digits = digitsOf(number);
  if (shapeOf(number) !== undefined) return true;
  return isGiro(digits, 7) || (!isDate(digits) && digits.length >= 11 && digits.length !== 13);
}
