import { stringify } from 'lossless-json';
import { readSupplierRecord } from './queries.ts';
import type { LookAlike } from '../../checks/known.ts';
import { maskPersonal } from '../../../common/numbers/organization.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { parseExactly } from '../../ground/json/json.ts';
import { readLookAlikes } from '../look-alikes-store.ts';
import { supplierFields, type SupplierEntry } from '../shape.ts';

/** A supplier as it is answered: JSON text, since the digits of what partners sent must not pass through floats. */
export async function readSupplierAnswer(db: Db, company: CompanyId, number: string): Promise<string | undefined> {
  const record = await readSupplierRecord(db, company, number);
  if (record === undefined) return undefined;
  const { blockedAt, blockedReason, confirmedAt, confirmedBy, ...rest } = record;
  return stringify({
    ...rest,
    organizationalNumber: maskPersonal(record.organizationalNumber),
    extra: parseExactly(record.extra),
    blocked: blockedAt === null ? null : { at: blockedAt, reason: blockedReason },
    confirmed: confirmedAt === null ? null : { at: confirmedAt, by: confirmedBy },
  });
}

/** The fields of such an answer that can be changed. */
export function nowOf(answer: string): SupplierEntry {
  const record = JSON.parse(answer) as SupplierEntry;
  return Object.fromEntries(supplierFields.map((field) => [field, record[field]])) as SupplierEntry;
}

/** The suppliers that look like one, as they are shown beside it. */
export const readLookAlikesOf = async (db: Db, company: CompanyId, number: string): Promise<LookAlike[]> =>
  ((await readLookAlikes(db, company, [number])).get(number) ?? []).map((other) => ({
    ...other,
    organizationalNumber: maskPersonal(other.organizationalNumber),
  }));
