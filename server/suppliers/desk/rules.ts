import type { FieldChange } from './queries.ts';
import type { SupplierPatch } from './schemas.ts';
import { supplierFields, type SupplierEntry } from '../door/schemas.ts';

/** What a patch changes of a supplier. A field that is not known is an empty text, so null is one as well. */
export function changesBetween(before: SupplierEntry, patch: SupplierPatch): FieldChange[] {
  return supplierFields.flatMap((field) => {
    const given = field === 'number' ? undefined : patch[field];
    const to = given ?? '';
    return given === undefined || to === before[field] ? [] : [{ field, from: before[field], to }];
  });
}
