import { v7 as uuidv7 } from 'uuid';
import { changeSupplier } from './changes-store.ts';
import { problemsOfChanges } from './guard.ts';
import { changesPayee } from './payee.ts';
import { changesBetween, shownChanges, withoutMasked, type Patch } from './rules.ts';
import { lockSuppliers } from './store.ts';
import { audit } from '../audit/record.ts';
import { invalidBody, notFound } from '../errors/errors.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/**
 * Changes the fields of a supplier that are given and differ, as an operator does, with the event, the line of history and the entry of the
 * audit log. True where something was changed. Numbers that are not valid are a 400 that names each. The transaction must have
 * locked the company's counters, as everything does that changes suppliers, so that no two wait for each other in a circle.
 */
export async function applySupplierPatch(
  tx: Db,
  company: CompanyId,
  operator: { id: string; name: string },
  traceId: string,
  number: string,
  patch: Patch,
  now: Date,
): Promise<boolean> {
  const before = (await lockSuppliers(tx, company, [number])).get(number);
  if (before === undefined) throw notFound();
  const changes = changesBetween(before, withoutMasked(before, patch));
  if (changes.length === 0) return false;
  const after = { ...before, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) };
  const problems = problemsOfChanges(after, changes);
  if (problems.length > 0) throw invalidBody(problems);
  const change = { number, changes, changesPayee: changesPayee(before, after), operator, traceId };
  await changeSupplier(tx, company, { ...change, id: uuidv7(), eventId: uuidv7() }, now);
  await audit(
    tx,
    company,
    operator,
    {
      action: 'supplier.updated',
      subjectType: 'supplier',
      subjectId: number,
      data: { changes: shownChanges(changes) },
    },
    now,
  );
  return true;
}
