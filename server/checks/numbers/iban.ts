import { validateBIC, validateIBAN, ValidationErrorsBIC, ValidationErrorsIBAN } from 'ibantools';
import { plainText, type Why } from '../../../common/numbers/digits.ts';

export type WhyWithCountry = Why | 'country';

/** An IBAN or a BIC in capitals and without spaces and dashes. */
export const compact = (text: string) =>
  plainText(text)
    .toUpperCase()
    .replace(/[\s\-\u2010-\u2015]/g, '');

/** As they are compared. XXX at the end of a BIC stands for the head office, which is meant without it as well. */
export const ibanKey = compact;
export const bicKey = (text: string) => compact(text).replace(/^(.{8})XXX$/, '$1');

/** No IBAN and no BIC is longer; what is would only be looked through. */
const longest = 40;

/** Why a text is not an IBAN: its country has none, or another length or structure, or the check digits do not fit. */
export function wrongIban(text: string): WhyWithCountry | undefined {
  const iban = compact(text);
  if (iban.length > longest) return 'length';
  if (!/^[A-Z0-9]*$/.test(iban)) return 'characters';
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return undefined;
  const has = (code: ValidationErrorsIBAN) => errorCodes.includes(code);
  if (has(ValidationErrorsIBAN.NoIBANProvided)) return 'length';
  if (has(ValidationErrorsIBAN.NoIBANCountry)) return 'country';
  if (has(ValidationErrorsIBAN.WrongBBANLength)) return 'length';
  if (has(ValidationErrorsIBAN.WrongBBANFormat) || has(ValidationErrorsIBAN.ChecksumNotNumber)) return 'characters';
  return 'digit';
}

/** Why a text is not a BIC: four letters, a country, two letters or digits, and three more for a branch. */
export function wrongBic(text: string): Exclude<WhyWithCountry, 'digit'> | undefined {
  const bic = compact(text);
  if (bic.length !== 8 && bic.length !== 11) return 'length';
  const { valid, errorCodes } = validateBIC(bic);
  if (valid) return undefined;
  return errorCodes.includes(ValidationErrorsBIC.NoBICCountry) && /^[A-Z]{6}[A-Z0-9]+$/.test(bic)
    ? 'country'
    : 'characters';
}

/** Places that share their banks: an account has the letters of one of them, its bank those of another. */
const families = ['FR MC GP MQ GF RE YT PM BL MF NC PF WF TF', 'GB GG JE IM', 'FI AX', 'DK FO GL', 'NO SJ', 'CH LI'];
const familyOf = new Map(families.flatMap((family) => family.split(' ').map((country) => [country, family] as const)));

const isOfOneFamily = (a: string, b: string) => a === b || (familyOf.has(a) && familyOf.get(a) === familyOf.get(b));

/** The countries of an IBAN and a BIC that do not fit together; undefined where they do. Both must be right by themselves. */
export function differentCountries(iban: string, bic: string): { iban: string; bic: string } | undefined {
  const countries = { iban: compact(iban).slice(0, 2), bic: compact(bic).slice(4, 6) };
  return isOfOneFamily(countries.iban, countries.bic) ? undefined : countries;
}
