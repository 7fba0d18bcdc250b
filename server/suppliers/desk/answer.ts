import { stringify } from 'lossless-json';
import { confirmationOf } from './proposals.ts';
import { readSupplierRecord } from './queries.ts';
import { maskPersonal } from '../../checks/numbers/organization.ts';
import { etagOf } from '../../desk/etag.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { parseExactly } from '../../ground/json/json.ts';
import type { Role } from '../../operators/permissions.ts';
import { readProposals } from '../proposals-store.ts';
import { shownPatch } from '../rules.ts';
import { supplierFields, type SupplierEntry } from '../shape.ts';

export type SupplierContent = NonNullable<Awaited<ReturnType<typeof readSupplierContent>>>;

/** All that is answered of a supplier, whoever asks. */
export async function readSupplierContent(db: Db, company: CompanyId, number: string) {
  const record = await readSupplierRecord(db, company, number);
  if (record === undefined) return undefined;
  const { blockedAt, blockedReason, extra, ...rest } = record;
  const proposals = await readProposals(db, company, number);
  return {
    ...rest,
    organizationalNumber: maskPersonal(record.organizationalNumber),
    // The digits of what partners sent are kept, so the answer does not pass through floats.
    extra: parseExactly(extra),
    blocked: blockedAt === null ? null : { at: blockedAt, reason: blockedReason },
    proposals: proposals.map((one) => ({ ...one, patch: shownPatch(one.patch) })),
  };
}

/** The validator of a supplier: the same for everybody who reads it. */
export const etagOfSupplier = (content: SupplierContent): string => etagOf(stringify(content) as string);

/** As JSON text, with what this reader may do with each proposal. */
export const answerFor = (content: SupplierContent, operatorId: string, role: Role): string =>
  stringify({
    ...content,
    proposals: content.proposals.map((one) => ({ ...one, confirm: confirmationOf(one, operatorId, role) })),
  }) as string;

/** What of it can be changed. */
export const nowOf = (content: SupplierContent): SupplierEntry =>
  Object.fromEntries(supplierFields.map((field) => [field, content[field]])) as SupplierEntry;
