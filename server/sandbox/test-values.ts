import { createHash } from 'node:crypto';
import { digitsIn, fitsModulus10 } from '../../common/numbers/digits.ts';
import { maskPersonal, wrongOrganization } from '../../common/numbers/organization.ts';
import type { readSuppliers } from '../suppliers/store.ts';

type SupplierEntry = Awaited<ReturnType<typeof readSuppliers>>[number];

/** The parts of a supplier's record, by what a copy has. */
export const keptFields = ['number', 'country'] as const satisfies (keyof SupplierEntry)[];
export const replacedAlways = [
  'bankGiro',
  'postGiro',
  'iban',
  'bicSwift',
  'phone',
  'email',
] as const satisfies (keyof SupplierEntry)[];
export const replacedOfPersons = [
  'organizationalNumber',
  'name',
  'street',
  'postIndex',
  'city',
  'website',
] as const satisfies (keyof SupplierEntry)[];

const birthday = /^(?:18|19|20)?\d\d(?:0[1-9]|1[0-2])(?:[06][1-9]|[1278]\d|[39][01])\d{4}$/;

/** True if a supplier's own number is a personal number. It has a date, and a check digit that fits. */
export function isPersonal(number: string): boolean {
  const digits = digitsIn(number);
  return birthday.test(digits) && fitsModulus10(digits.slice(-10));
}

/** True if a text is a personal number, or could be one because it is no number that an organisation has. */
const mayBePersonal = (text: string): boolean =>
  text.trim() !== '' && (maskPersonal(text) !== text || wrongOrganization(text) !== undefined || isPersonal(text));

/**
 * A supplier without what must not leave the real company: accounts, telephone and e-mail, and of a person also the
 * personal number, the name and the address. The values follow from the supplier's number alone, so every copy has the
 * same ones, and nothing can be found out from them.
 */
export function withTestValues(entry: SupplierEntry): SupplierEntry {
  const digits = (what: string, count: number) => digitsFrom(`${what} ${entry.number}`, count);
  const tested: Record<(typeof replacedAlways)[number], string> &
    Partial<Record<(typeof replacedOfPersons)[number], string>> = {
    // These ranges are never given out: numbers for films, and example.com.
    phone: `+46 8 465 004 ${digits('phone', 2)}`,
    email: `supplier-${digits('email', 9)}@example.com`,
    bankGiro: dashed(withCheckDigit(`9${digits('bankGiro', 6)}`), 4),
    postGiro: dashed(withCheckDigit(`9${digits('postGiro', 6)}`), 1),
    iban: swedishIban(`999${digits('iban', 17)}`),
    bicSwift: 'TESTSESS',
    ...(mayBePersonal(entry.organizationalNumber) && {
      organizationalNumber: testPerson(digits('organizationalNumber', 8)),
      name: `Test supplier ${digits('name', 9)}`,
      street: 'Testgatan 1',
      postIndex: '111 11',
      city: 'Teststad',
      website: 'https://www.example.com',
    }),
  };
  // A field that was empty stays empty.
  const replaced = Object.entries(tested).filter(([field]) => entry[field as keyof SupplierEntry].trim() !== '');
  return { ...entry, ...Object.fromEntries(replaced) };
}

function digitsFrom(seed: string, count: number): string {
  const number = createHash('sha256').update(seed).digest().readBigUInt64BE() % 10n ** BigInt(count);
  return String(number).padStart(count, '0');
}

const withCheckDigit = (digits: string) => digits + [...'0123456789'].find((digit) => fitsModulus10(digits + digit));

const dashed = (digits: string, after: number) => `${digits.slice(0, -after)}-${digits.slice(-after)}`;

/** The birth numbers 980 to 999 are for tests. */
function testPerson(digits: string): string {
  const within = (at: number, count: number, size: number) =>
    String((Number(digits.slice(at, at + 2)) % count) + size).padStart(2, '0');
  const born = `${within(0, 50, 50)}${within(2, 12, 1)}${within(4, 28, 1)}`;
  return dashed(withCheckDigit(`${born}9${within(6, 20, 80)}`), 4);
}

/** The bank code 999 is nobody's. */
function swedishIban(account: string): string {
  const rest = BigInt(`${account}281400`) % 97n;
  return `SE${String(98n - rest).padStart(2, '0')}${account}`;
}
