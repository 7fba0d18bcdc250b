import { v7 as uuidv7 } from 'uuid';
import { changeSupplier, type FieldChange } from './changes-store.ts';
import { problemsOfChanges } from './guard.ts';
import { changesPayee } from './payee.ts';
import { proposeChanges, splitChanges } from './proposals.ts';
import { changesBetween, shownChanges, withoutMasked, type Patch } from './rules.ts';
import type { SupplierEntry } from './shape.ts';
import { lockSuppliers } from './store.ts';
import { audit } from '../audit/record.ts';
import { invalidBody, notFound } from '../errors/errors.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Person } from '../operators/people-store.ts';
import { readDeskSettings } from '../settings/store.ts';

/** What became of a patch: whether something was changed, and whether something waits for a second person. */
export interface Applied {
  changed: boolean;
  proposed: boolean;
}

/**
 * Changes the fields of a supplier that are given and differ, as an operator does, with the event, the line of history and the entry of the
 * audit log. Where the company wants a second person for who is paid, that part of it is only proposed. Numbers that are not valid are
 * a 400 that names each. The transaction must have locked the company's counters, as everything does that changes suppliers, so that
 * no two wait for each other in a circle.
 */
export async function applySupplierPatch(
  tx: Db,
  company: CompanyId,
  operator: Person,
  traceId: string,
  number: string,
  patch: Patch,
  now: Date,
): Promise<Applied> {
  const before = (await lockSuppliers(tx, company, [number])).get(number);
  if (before === undefined) throw notFound();
  const changes = changesBetween(before, withoutMasked(before, patch));
  checkChanges(before, changes);
  const { payeeTakesTwo } = await readDeskSettings(tx, company);
  const { atOnce, proposed } = splitChanges(changes, payeeTakesTwo);
  if (atOnce.length > 0) await writeChanges(tx, company, { operator, traceId, before, changes: atOnce }, now);
  const waits = await proposeChanges(tx, company, operator, number, proposed, now);
  return { changed: atOnce.length > 0, proposed: waits };
}

const changed = (before: SupplierEntry, changes: readonly FieldChange[]): SupplierEntry => ({
  ...before,
  ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
});

/** A 400 for numbers that are not valid. */
export function checkChanges(before: SupplierEntry, changes: readonly FieldChange[]): void {
  const problems = problemsOfChanges(changed(before, changes), changes);
  if (problems.length > 0) throw invalidBody(problems);
}

interface Changing {
  operator: Person;
  traceId: string;
  /** As it is locked. */
  before: SupplierEntry;
  /** Not empty. */
  changes: FieldChange[];
  /** Who thought of it, where the operator only confirms it. */
  proposedBy?: Person;
}

/** Changes a supplier that the transaction has locked, with all that goes with it. */
export async function writeChanges(
  tx: Db,
  company: CompanyId,
  { before, changes, operator, traceId, proposedBy }: Changing,
  now: Date,
): Promise<void> {
  const { number } = before;
  const isOther = changesPayee(before, changed(before, changes));
  const change = { number, changes, changesPayee: isOther, operator, traceId, proposedBy };
  await changeSupplier(tx, company, { ...change, id: uuidv7(), eventId: uuidv7() }, now);
  const entry = {
    action: 'supplier.updated',
    subjectType: 'supplier',
    subjectId: number,
    data: { changes: shownChanges(changes), ...(proposedBy !== undefined && { proposedBy }) },
  };
  await audit(tx, company, operator, entry, now);
}
