import { digitsIn } from '../../../common/numbers/digits.ts';
import { ofPayer } from './giro-labels.ts';
import { letters, type DocumentLine } from './lines.ts';

/** A number in groups, at most 16 digits with what separates them. */
const number = String.raw`\d(?:[ .-]{0,2}\d){4,15}(?!\d)`;
const before = `(?<![${letters}])`;
const label = String.raw`(?:bank[ -]?)?(?:kontonummer|kontonr|konto|kto|account|tilinumero|tili)(?:[. -]?(?:nummer|nr|no|number))?[.:]{0,2} {0,3}`;
const clearing = String.raw`\d{4}(?:-\d)?`;
const branch = String.raw`(?:reg|clearing|blz|bankleitzahl)[. -]{0,2}(?:nr|nummer|no|number)?[.: ]{0,3}`;

/**
 * Accounts at a bank, with the number of the bank or the branch: clearing and account, Reg.nr. and Kontonr., BLZ and
 * Kontonummer. A number after "konto" or "account" alone may be the customer's, or one of the bookkeeping.
 */
const forms = [
  String.raw`${before}${branch}${clearing}[ ,;/.-]{0,3}(?:${label})?${number}`,
  String.raw`${before}${branch}\d{3} ?\d{3} ?\d{2}[ ,;/.-]{0,3}${label}${number}`,
  String.raw`${before}${label}\d{4,10}[ ,;/.-]{0,3}${branch}\d{3} ?\d{3} ?\d{2}(?!\d)`,
  String.raw`${before}${label}${clearing}[ ,/.-]{1,3}\d(?:[ -]?\d){5,11}(?!\d)`,
  String.raw`${before}(?:${label}|bank ?giro[.: ]{0,3})\d{4}[. ]\d{2}[. ]\d{5}(?!\d)`,
  String.raw`${before}${label}\d{6}-\d{2,8}(?!\d)`,
].map((form) => new RegExp(form, 'g'));

const hasBank = /konto|kto|account|tili|clearing|giro/;

/** The digits of the accounts in a line, with those of their bank. */
export function bankAccountsIn({ cells }: DocumentLine): string[] {
  const row = cells.join(' ');
  if (!hasBank.test(row) || !/\d/.test(row)) return [];
  return forms.flatMap((form) =>
    [...row.matchAll(form)]
      .filter(({ index }) => !ofPayer.test(row.slice(Math.max(0, index - 20), index)))
      .map(([text]) => digitsIn(text)),
  );
}

/** A bank's part of the number, which an IBAN may leave out or write otherwise. */
const bankLengths = [0, 4, 5, 8];
const minLength = 6;

/** Whether an IBAN is that of the account. */
export const isIbanOf = (iban: string, account: string): boolean =>
  bankLengths.some((length) => {
    const own = account.slice(length).replace(/^0+/, '');
    return own.length >= minLength && iban.endsWith(own);
  });
