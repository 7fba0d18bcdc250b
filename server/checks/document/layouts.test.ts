import { composeIBAN, isValidIBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { fitsModulus10 } from '../../../common/numbers/digits.ts';
import { compareDocuments } from './compare.ts';
import { foreign } from './layouts/foreign.testing.ts';
import { invoiceOf, recordOf, textsOf, type Layout } from './layouts/layout.testing.ts';
import { neighbours } from './layouts/neighbours.testing.ts';
import { notations } from './layouts/notations.testing.ts';
import { special } from './layouts/special.testing.ts';
import { trades } from './layouts/trades.testing.ts';
import { utilities } from './layouts/utilities.testing.ts';

const layouts = [...trades, ...utilities, ...neighbours, ...foreign, ...notations, ...special];

const codesOf = (layout: Layout, files = layout.files) =>
  compareDocuments(invoiceOf(layout), recordOf(layout), textsOf({ files })).map(({ code }) => code);

/** Replaces the digits of a text by others, and keeps everything between them. */
const withDigits = (text: string, digits: string) => {
  let at = 0;
  return text.replaceAll(/\p{Nd}/gu, () => digits[at++] ?? '');
};

const ascii = (text: string) => text.normalize('NFKC').replaceAll(/\D/g, '');

/** Another valid account of the same form. */
function otherAccount(text: string): string {
  const compact = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (isValidIBAN(compact)) {
    for (let step = 1n; ; step++) {
      const bban = withDigits(
        compact.slice(4),
        String(BigInt(ascii(compact.slice(4))) + step)
          .padStart(40, '0')
          .slice(-ascii(compact.slice(4)).length),
      );
      const iban = composeIBAN({ countryCode: compact.slice(0, 2), bban });
      if (iban !== null && isValidIBAN(iban)) return withDigits(text, ascii(iban));
    }
  }
  const digits = ascii(text);
  const changed = `${digits[0] === '9' ? 1 : Number(digits[0]) + 1}${digits.slice(1, -1)}`;
  const check = [...'0123456789'].find((last) => fitsModulus10(changed + last)) as string;
  return withDigits(text, changed + check);
}

/** The first digit, which no rounding explains, or the last one. */
const otherAmount = (text: string) =>
  text.replace(/[1-9]/, (digit) => (digit === '9' ? '8' : String(Number(digit) + 1)));
const otherReference = (text: string) =>
  text.replace(/\d(?=\D*$)/, (digit) => (digit === '9' ? '8' : String(Number(digit) + 1)));

const alterations = { account: otherAccount, total: otherAmount, number: otherReference, ocr: otherReference };
type Value = keyof typeof alterations;

/** One altered account is enough; other values are compared as a whole. */
const alteredTogether = (value: Value, written: readonly string[]) =>
  value === 'account' ? written.map((one) => [one]) : [written];

const altered = layouts.flatMap((layout) =>
  (Object.keys(alterations) as Value[])
    .filter((value) => (layout.written[value]?.length ?? 0) > 0)
    .flatMap((value) =>
      alteredTogether(value, layout.written[value] as readonly string[]).map((written) => {
        const files = layout.files.map((pages) =>
          pages.map((page) => written.reduce((text, one) => text.replaceAll(one, alterations[value](one)), page)),
        );
        return { name: `${layout.name}: ${value}`, code: `document.${value}`, codes: codesOf(layout, files), files };
      }),
    ),
);

const falseAlarms = layouts.filter((layout) => codesOf(layout).length > 0);
const missed = altered.filter(({ code, codes }) => !codes.includes(code as never));

describe(`${layouts.length} layouts, ${altered.length} alterations`, () => {
  it('no genuine invoice has a finding', () => {
    expect(layouts.length).toBeGreaterThanOrEqual(60);
    expect(falseAlarms.map((layout) => [layout.name, ...codesOf(layout)])).toEqual([]);
  });

  it('every altered account, total, number and payment reference is found', () => {
    expect(missed.map(({ name, codes }) => `${name} ${codes.join()}`)).toEqual([]);
  });

  it('another altered value is no finding about the account', () => {
    const about = altered.filter(
      ({ code, codes }) => code !== 'document.account' && codes.includes('document.account'),
    );
    expect(about.map(({ name }) => name)).toEqual([]);
  });
});
