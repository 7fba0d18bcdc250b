import { contactFields, supplierFields, type FieldChange, type SupplierEntry, type SupplierField } from './shape.ts';
import { isPayeeChange } from './payee.ts';
import { usedLengthsOfSupplier, usedPartOf } from '../../common/used-lengths.ts';
import { plainText } from '../../common/numbers/digits.ts';
import { wrongBankGiro, wrongPostGiro } from '../checks/numbers/giro.ts';
import { differentCountries, wrongBic, wrongIban } from '../checks/numbers/iban.ts';
import { problemAt, type Problem } from '../../common/errors/catalogue.ts';
import { maskPersonal, wrongOrganization } from '../../common/numbers/organization.ts';

/** Longer numbers have too many possible typos. */
const maxTypoLength = 16;

export function typosOf(number: string): string[] {
  const characters = Array.from(number);
  if (characters.length > maxTypoLength) return [];
  const keys = [
    ...'0123456789-',
    ...(/[A-Z]/.test(number) ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' : ''),
    ...(/[a-z]/.test(number) ? 'abcdefghijklmnopqrstuvwxyz' : ''),
  ];
  const typos = new Set<string>();
  const add = (from: number, instead: string[], to: number) =>
    typos.add([...characters.slice(0, from), ...instead, ...characters.slice(to)].join(''));
  for (let at = 0; at < characters.length; at++) {
    const [here = '', next] = characters.slice(at, at + 2);
    if (next !== undefined) add(at, [next, here], at + 2);
  }
  for (let at = 0; at < characters.length; at++) add(at, [], at + 1);
  for (let at = 0; at <= characters.length; at++) for (const key of keys) add(at, [key], at);
  for (let at = 0; at < characters.length; at++) for (const key of keys) add(at, [key], at + 1);
  typos.delete(number);
  typos.delete('');
  return [...typos];
}

export type Patch = Partial<Record<SupplierField, string | null>>;

/** The patch without the fields that another one has. */
export const withoutFields = <P extends Patch>(patch: P, other: Patch): P =>
  Object.fromEntries(Object.entries(patch).filter(([field]) => !Object.hasOwn(other, field))) as P;

/** Null means an empty text. */
export function changesBetween(before: SupplierEntry, patch: Patch): FieldChange[] {
  return supplierFields.flatMap((field) => {
    const given = field === 'number' ? undefined : patch[field];
    const to = given ?? '';
    return given === undefined || to === before[field] ? [] : [{ field, from: before[field], to }];
  });
}

const isContact = (field: SupplierField) => contactFields.some((one) => one === field);

interface SupplierStanding {
  isContactConfirmed: boolean;
  /** Whether the partner that sends the change registered the supplier. */
  isRegistrant: boolean;
}

/**
 * The fields of a whole body that say something. One that is missing or empty proposes nothing, because values that
 * only the company knows must not be emptied. It empties a contact detail that nobody at the company has confirmed, but
 * only for the partner that registered the supplier: another one may not know all of them.
 */
export function replacementOf(sent: Patch, { isContactConfirmed, isRegistrant }: SupplierStanding): Patch {
  const empties = (field: SupplierField) => isRegistrant && !isContactConfirmed && isContact(field);
  return Object.fromEntries(
    supplierFields.flatMap((field) =>
      empties(field) ? [[field, sent[field] ?? '']] : sent[field]?.trim() ? [[field, sent[field]]] : [],
    ),
  );
}

/** Of contact details that are too long, the part that is used. */
export const usedPartsOf = <Sent extends object>(sent: Sent): Sent =>
  Object.fromEntries(
    Object.entries(sent).map(([field, value]: [string, unknown]) => [
      field,
      typeof value === 'string' ? usedPartOf(usedLengthsOfSupplier, field, value) : value,
    ]),
  ) as Sent;

/** A blank text empties, as null does. */
export const withBlanksEmpty = (sent: Patch): Patch =>
  Object.fromEntries(
    supplierFields
      .filter((field) => sent[field] !== undefined)
      .map((field) => [field, sent[field]?.trim() ? sent[field] : '']),
  );

/**
 * What a partner changes at once and what it proposes. Contact details that somebody at the company has confirmed are
 * proposed like the payee: a clerk calls the number in the record back before a new account is confirmed. A number in
 * another form is the same number.
 */
export function partnerChanges(
  before: SupplierEntry,
  patch: Patch,
  { isContactConfirmed }: Pick<SupplierStanding, 'isContactConfirmed'>,
) {
  const changes = changesBetween(before, patch).filter(
    ({ field, from, to }) => field === 'name' || isContact(field) || isPayeeChange(field, from, to),
  );
  const isAtOnce = ({ field }: FieldChange) => isContact(field) && !isContactConfirmed;
  return { atOnce: changes.filter(isAtOnce), proposed: changes.filter((change) => !isAtOnce(change)) };
}

/** Personal numbers are shown masked; a masked number that is sent back must not replace the real one. */
export function withoutMasked(before: SupplierEntry, { organizationalNumber, ...rest }: Patch): Patch {
  return organizationalNumber === undefined || organizationalNumber === maskPersonal(before.organizationalNumber)
    ? rest
    : { ...rest, organizationalNumber };
}

export const shownPatch = <P extends Patch>(patch: P): P =>
  typeof patch.organizationalNumber === 'string'
    ? { ...patch, organizationalNumber: maskPersonal(patch.organizationalNumber) }
    : patch;

/** As in an export: personal numbers are masked, and cells are trimmed. */
const inFile = (field: SupplierField, value: string) =>
  (field === 'organizationalNumber' ? maskPersonal(value) : value).replace(/\r\n?/g, '\n').trim();

/** Leaves out values that equal their exported form: importing an exported file must change nothing. */
export const withoutExported = (before: SupplierEntry, mentioned: Partial<SupplierEntry>): Partial<SupplierEntry> =>
  Object.fromEntries(
    Object.entries(mentioned).filter(([field, value]) => {
      const known = before[field as SupplierField];
      return value === known || value !== inFile(field as SupplierField, known);
    }),
  );

export const isMasked = (organizationalNumber: string | undefined): boolean =>
  organizationalNumber !== undefined && /^[\d-]+\*+$/.test(organizationalNumber);

export const shownChanges = (changes: readonly FieldChange[]): FieldChange[] =>
  changes.map((change) =>
    change.field === 'organizationalNumber'
      ? { ...change, from: maskPersonal(change.from), to: maskPersonal(change.to) }
      : change,
  );

export const withChanges = (before: SupplierEntry, changes: readonly FieldChange[]): SupplierEntry => ({
  ...before,
  ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
});

type NumberCheck = (path: string, to: string) => Problem | undefined;

const problemIf = <Why>(why: Why | undefined, problemOf: (why: Why) => Problem) =>
  why === undefined ? undefined : problemOf(why);

const numberChecks: Partial<Record<SupplierField, NumberCheck>> = {
  organizationalNumber: (path, to) =>
    problemIf(wrongOrganization(to), (why) => problemAt(path, 'organization.wrong', { why })),
  bankGiro: (path, to) => problemIf(wrongBankGiro(to), (why) => problemAt(path, 'bankgiro.wrong', { why })),
  postGiro: (path, to) => problemIf(wrongPostGiro(to), (why) => problemAt(path, 'postgiro.wrong', { why })),
  iban: (path, to) => problemIf(wrongIban(to), (why) => problemAt(path, 'iban.wrong', { why })),
  bicSwift: (path, to) => problemIf(wrongBic(to), (why) => problemAt(path, 'bic.wrong', { why })),
};

/** Checks only changed numbers: an old invalid number must not prevent a change of the telephone number. */
export function problemsOfChanges(after: SupplierEntry, changes: readonly FieldChange[]): Problem[] {
  const problems = changes.flatMap(({ field, to }) =>
    to === '' ? [] : (numberChecks[field]?.(field, asciiDigitsOnly(to)) ?? []),
  );
  return problems.length > 0 ? problems : problemsOfPair(after, changes);
}

/** Invoices may contain digits of other scripts. Records may not, because payments are made from them. */
const asciiDigitsOnly = (text: string) =>
  text.replaceAll(/[^ -~]/gu, (character) => (/\d/.test(plainText(character)) ? '?' : character));

/** The IBAN and the BIC of an account must belong to the same country. */
function problemsOfPair({ iban, bicSwift }: SupplierEntry, changes: readonly FieldChange[]): Problem[] {
  const changed = (['bicSwift', 'iban'] as const).find((of) => changes.some(({ field }) => field === of));
  if (changed === undefined || wrongIban(iban) !== undefined || wrongBic(bicSwift) !== undefined) return [];
  const countries = differentCountries(iban, bicSwift);
  return countries === undefined ? [] : [problemAt(changed, 'bic.country', countries)];
}
