import type { SupplierEntry } from './shape.ts';
import { numberLook, organizationLook } from '../checks/looks.ts';
import { nameLook } from '../checks/names.ts';

/**
 * Increase it with every change of what these functions or `numberKey` return, and make it the default of
 * company_counters.looks_version by a migration. The next start computes all stored looks again.
 */
export const looksVersion = 1;

/** How each field of a supplier looks to a person: suppliers with one of these in common look alike. */
const looks = { number: numberLook, name: nameLook, organizationalNumber: organizationLook } satisfies Partial<
  Record<keyof SupplierEntry, (text: string) => string>
>;

export type LookField = keyof typeof looks;

export const lookColumns = {
  number: 'number_look',
  name: 'name_look',
  organizationalNumber: 'organization_look',
} as const satisfies Record<LookField, string>;

export const hasLook = (field: keyof SupplierEntry): field is LookField => field in looks;

export const lookOf = (field: LookField, text: string): string => looks[field](text);

/** By column, as JSON. */
export const looksOf = (supplier: Pick<SupplierEntry, LookField>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(lookColumns).map(([field, column]) => [
        column,
        lookOf(field as LookField, supplier[field as LookField]),
      ]),
    ),
  );

/** Of a body as it was sent, with the number in normal form. */
export function looksOfDocument(number: string, document: string): string {
  const { name = '', organizationalNumber } = JSON.parse(document) as Partial<SupplierEntry>;
  return looksOf({ number, name, organizationalNumber: organizationalNumber ?? '' });
}
