import type { FieldChange } from './changes-store.ts';
import { supplierFields, type SupplierEntry, type SupplierField } from './shape.ts';
import { maskPersonal } from '../../common/numbers/organization.ts';

/** A longer number is compared by its letters and digits only. */
const longestVaried = 16;

/** Every number that is one slip of the keyboard away: a character left out, two swapped, one added, or another one in its place. */
export function slipsOf(number: string): string[] {
  const characters = Array.from(number);
  if (characters.length > longestVaried) return [];
  const keys = [
    ...'0123456789-',
    ...(/[A-Z]/.test(number) ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' : ''),
    ...(/[a-z]/.test(number) ? 'abcdefghijklmnopqrstuvwxyz' : ''),
  ];
  const slips = new Set<string>();
  const add = (from: number, instead: string[], to: number) =>
    slips.add([...characters.slice(0, from), ...instead, ...characters.slice(to)].join(''));
  for (let at = 0; at < characters.length; at++) {
    const [here = '', next] = characters.slice(at, at + 2);
    if (next !== undefined) add(at, [next, here], at + 2);
  }
  for (let at = 0; at < characters.length; at++) add(at, [], at + 1);
  for (let at = 0; at <= characters.length; at++) for (const key of keys) add(at, [key], at);
  for (let at = 0; at < characters.length; at++) for (const key of keys) add(at, [key], at + 1);
  slips.delete(number);
  slips.delete('');
  return [...slips];
}

export type Patch = Partial<Record<SupplierField, string | null>>;

/** What a patch changes of a supplier. A field that is not known is an empty text, so null is one as well. */
export function changesBetween(before: SupplierEntry, patch: Patch): FieldChange[] {
  return supplierFields.flatMap((field) => {
    const given = field === 'number' ? undefined : patch[field];
    const to = given ?? '';
    return given === undefined || to === before[field] ? [] : [{ field, from: before[field], to }];
  });
}

/** Who sends back what was shown changes nothing: a personal number is shown without its last digits. */
export function withoutMasked(before: SupplierEntry, { organizationalNumber, ...rest }: Patch): Patch {
  return organizationalNumber === undefined || organizationalNumber === maskPersonal(before.organizationalNumber)
    ? rest
    : { ...rest, organizationalNumber };
}

/** A patch as it may be shown. */
export const shownPatch = <P extends Patch>(patch: P): P =>
  typeof patch.organizationalNumber === 'string'
    ? { ...patch, organizationalNumber: maskPersonal(patch.organizationalNumber) }
    : patch;

/** What a file that was exported says of a field: a personal number without its last digits, a text without spaces at its ends. */
const inFile = (field: SupplierField, value: string) =>
  (field === 'organizationalNumber' ? maskPersonal(value) : value).replace(/\r\n?/g, '\n').trim();

/** What an import mentions of a supplier that is there, less what is as an export says it: who sends that back changes nothing. */
export const withoutExported = (before: SupplierEntry, mentioned: Partial<SupplierEntry>): Partial<SupplierEntry> =>
  Object.fromEntries(
    Object.entries(mentioned).filter(([field, value]) => {
      const known = before[field as SupplierField];
      return value === known || value !== inFile(field as SupplierField, known);
    }),
  );

/** Whether it is what is shown of a personal number, and no number. */
export const isMasked = (organizationalNumber: string | undefined): boolean =>
  organizationalNumber !== undefined && /^[\d-]+\*+$/.test(organizationalNumber);

/** Changes as they may be shown. */
export const shownChanges = (changes: readonly FieldChange[]): FieldChange[] =>
  changes.map((change) =>
    change.field === 'organizationalNumber'
      ? { ...change, from: maskPersonal(change.from), to: maskPersonal(change.to) }
      : change,
  );
