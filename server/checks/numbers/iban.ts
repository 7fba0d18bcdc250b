import { countrySpecs, validateBIC, validateIBAN, ValidationErrorsBIC, ValidationErrorsIBAN } from 'ibantools';
import { plainText, type NumberFault } from '../../../common/numbers/digits.ts';

export type WhyWithCountry = NumberFault | 'country';

const compact = (text: string) =>
  plainText(text)
    .toUpperCase()
    .replace(/[\s\-\u2010-\u2015]/g, '');

/** For comparison. A BIC with XXX at its end and one without a branch both mean the head office. */
export const ibanKey = compact;
export const bicKey = (text: string) => compact(text).replace(/^(.{8})XXX$/, '$1');

/** No IBAN or BIC is longer. */
const maxLength = 40;

export function wrongIban(text: string): WhyWithCountry | undefined {
  const iban = compact(text);
  if (iban.length > maxLength) return 'length';
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

/** A BIC has four letters, a country, two letters or digits, and three more for a branch. */
export function wrongBic(text: string): Exclude<WhyWithCountry, 'digit'> | undefined {
  const bic = compact(text);
  if (bic.length !== 8 && bic.length !== 11) return 'length';
  const { valid, errorCodes } = validateBIC(bic);
  if (valid) return undefined;
  return errorCodes.includes(ValidationErrorsBIC.NoBICCountry) && /^[A-Z]{6}[A-Z0-9]+$/.test(bic)
    ? 'country'
    : 'characters';
}

/** These countries share banks: an IBAN of one may belong to a bank with a BIC of another. */
const families = ['FR MC GP MQ GF RE YT PM BL MF NC PF WF TF', 'GB GG JE IM', 'FI AX', 'DK FO GL', 'NO SJ', 'CH LI'];
const familyOf = new Map(families.flatMap((family) => family.split(' ').map((country) => [country, family] as const)));

const isOfOneFamily = (a: string, b: string) => a === b || (familyOf.has(a) && familyOf.get(a) === familyOf.get(b));

/** Both must be valid. Undefined if the countries belong together. */
export function differentCountries(iban: string, bic: string): { iban: string; bic: string } | undefined {
  const countries = { iban: compact(iban).slice(0, 2), bic: compact(bic).slice(4, 6) };
  return isOfOneFamily(countries.iban, countries.bic) ? undefined : countries;
}

const formsBy = (formOf: (form: string, chars: number) => string) =>
  new Map(
    Object.entries(countrySpecs).flatMap(([country, { chars, bban_regexp: form }]) =>
      chars && form ? [[country, new RegExp(formOf(form, chars))] as const] : [],
    ),
  );
const forms = formsBy((form) => form);
/** Published lists differ in where a form has letters, so only forms without any are distinguished. */
const widerForms = formsBy((form, chars) => `^[${form.includes('A-Z') ? 'A-Z' : ''}0-9]{${chars - 4}}$`);

/**
 * Whether a compact text in capitals has the form of its country and right check digits. Check digits that a country has
 * inside its own number do not count: somebody may pay to an account although one of them is wrong.
 */
export const isIban = (text: string): boolean => fits(forms, text);

/** The same for a text in which few others are so long: letters may stand anywhere if the country's form has any. */
export const mayBeIban = (text: string): boolean => fits(widerForms, text);

const fits = (all: ReadonlyMap<string, RegExp>, text: string): boolean =>
  hasCheckDigits(text) && all.get(text.slice(0, 2))?.test(text.slice(4)) === true;

/** ISO 7064, modulus 97-10. The first four characters count last, and letters as two digits. */
function hasCheckDigits(iban: string): boolean {
  let rest = 0;
  for (let at = 4; at < iban.length + 4; at++) {
    const code = iban.charCodeAt(at % iban.length);
    rest = (code < 58 ? rest * 10 + code - 48 : rest * 100 + code - 55) % 97;
  }
  return rest === 1;
}

/** The number of the Swedish post giro account that an IBAN of Plusgirot stands for. */
export const postGiroOf = (iban: string): string | undefined =>
  /^SE\d{2}950\d{17}$/.test(iban) ? iban.slice(-8) : undefined;
