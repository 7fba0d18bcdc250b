import { v7 as uuidv7 } from 'uuid';
import { nowOf, readSupplierAnswer } from './answer.ts';
import type { SupplierForm, SupplierPatch } from './schemas.ts';
import { audit } from '../../audit/record.ts';
import type { OperatorDeps } from '../../deps.ts';
import { etagOf, recordChanged, type Expects } from '../../desk/etag.ts';
import { asAnswer } from '../../desk/imports.ts';
import { conflict, invalidBody, notFound } from '../../errors/errors.ts';
import { differing } from '../../errors/words.ts';
import { repeated } from '../../ground/db/batch.ts';
import { lockCounters } from '../../ground/db/counters.ts';
import { allowBulk, transaction, type CompanyId, type Db } from '../../ground/db/pool.ts';
import { faultOfIdentifier, identifierOf } from '../../identifiers.ts';
import type { Operator } from '../../operators/permissions.ts';
import { isBlocked, writeBlocking } from '../block-store.ts';
import { applySupplierPatch } from '../change.ts';
import type { FieldChange } from '../changes-store.ts';
import { createSupplier } from '../create-store.ts';
import { problemsOfChanges } from '../guard.ts';
import { importAs, type ImportedSupplier, type SuppliersImported } from '../import.ts';
import { proposeChanges, splitNew } from '../proposals.ts';
import { changesBetween, shownChanges } from '../rules.ts';
import { readDeskSettings } from '../../settings/store.ts';
import { supplierFields, type SupplierEntry } from '../shape.ts';
import { lockSuppliers } from '../store.ts';

type Changing = Pick<OperatorDeps, 'pool' | 'followers'>;

/** Who changes which supplier, and by which request. */
export interface SupplierCall {
  company: CompanyId;
  operator: Operator;
  traceId: string;
  number: string;
}

/** Does something with the counters of the company locked, and wakes whoever follows where it was done. */
async function changing({ pool, followers }: Changing, company: CompanyId, act: (tx: Db) => Promise<boolean>) {
  const changed = await repeated(() =>
    transaction(pool, async (tx) => {
      await lockCounters(tx, company);
      return act(tx);
    }),
  );
  if (changed) followers.wake(company);
}

/** Changes the fields that are given and differ; where none does, nothing is recorded. */
export const patchSupplier = (
  deps: Changing,
  { company, operator, traceId, number }: SupplierCall,
  patch: SupplierPatch,
  expects: Expects,
): Promise<void> =>
  changing(deps, company, async (tx) => {
    if (expects !== undefined) await expectUnchanged(tx, company, number, expects);
    return (await applySupplierPatch(tx, company, operator, traceId, number, patch, new Date())).changed;
  });

/** Under the lock of the record, so that of two who have read the same one cannot both go on. */
async function expectUnchanged(tx: Db, company: CompanyId, number: string, expects: NonNullable<Expects>) {
  await lockSuppliers(tx, company, [number]);
  const now = await readSupplierAnswer(tx, company, number);
  if (now === undefined) throw notFound();
  const etag = etagOf(now);
  if (!expects(etag)) throw recordChanged(etag, nowOf(now));
}

const nothing = Object.fromEntries(supplierFields.map((field) => [field, ''])) as SupplierEntry;

/** Registers a supplier with the guards that changes have; answers its number. */
export async function registerSupplier(
  deps: Changing,
  { company, operator, traceId }: Omit<SupplierCall, 'number'>,
  form: SupplierForm,
): Promise<string> {
  const fault = faultOfIdentifier(form.number);
  if (fault !== undefined) throw invalidBody([{ path: 'number', ...fault }]);
  const number = identifierOf(form.number);
  const changes = changesBetween(nothing, form);
  const problems = problemsOfChanges(changed(changes), changes);
  if (problems.length > 0) throw invalidBody(problems);
  await changing(deps, company, async (tx) => {
    const now = new Date();
    const { payeeTakesTwo } = await readDeskSettings(tx, company);
    const { atOnce, proposed } = splitNew(changes, payeeTakesTwo);
    const created = { number, document: JSON.stringify(changed(atOnce)), operator, traceId, eventId: uuidv7() };
    if (!(await createSupplier(tx, company, created, now))) {
      const known = (await lockSuppliers(tx, company, [number])).get(number) ?? nothing;
      const entry: SupplierEntry = { ...changed(changes), number };
      const fields = supplierFields.filter((field) => known[field] !== entry[field]);
      throw conflict('supplier.exists', { number, ...differing(fields) }, number);
    }
    const data = { changes: shownChanges(atOnce) };
    const entry = { action: 'supplier.created', subjectType: 'supplier', subjectId: number, data };
    await audit(tx, company, operator, entry, now);
    await proposeChanges(tx, company, operator, number, proposed, now);
    return true;
  });
  return number;
}

const changed = (changes: readonly FieldChange[]): SupplierEntry => ({
  ...nothing,
  ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
});

/** Blocks a supplier, or lifts the block. One that is so already is a 409, so that nobody takes another’s reason for their own. */
export const blockSupplier = (
  deps: Changing,
  { company, operator, traceId, number }: SupplierCall,
  blocks: boolean,
  reason: string,
): Promise<void> =>
  changing(deps, company, async (tx) => {
    if (!(await lockSuppliers(tx, company, [number])).has(number)) throw notFound();
    if ((await isBlocked(tx, company, number)) === blocks)
      throw conflict('decision.refused', { why: blocks ? 'supplier.blocked' : 'supplier.unblocked' });
    const now = new Date();
    const blocking = { number, blocks, reason, id: uuidv7(), eventId: uuidv7(), operator, traceId };
    await writeBlocking(tx, company, blocking, now);
    const action = blocks ? 'supplier.blocked' : 'supplier.unblocked';
    await audit(tx, company, operator, { action, subjectType: 'supplier', subjectId: number, data: { reason } }, now);
    return true;
  });

/** All of a file, or nothing. */
export async function importSuppliersAs(
  { pool, followers }: Changing,
  { company, operator, traceId }: Omit<SupplierCall, 'number'>,
  suppliers: ImportedSupplier[],
): Promise<SuppliersImported> {
  const imported = await repeated(() =>
    transaction(pool, async (tx) => {
      await allowBulk(tx);
      return importAs(tx, company, { actor: operator, traceId, isGuarded: true }, suppliers);
    }),
  ).catch((error: unknown) => {
    throw asAnswer(error);
  });
  if (imported.created + imported.updated > 0) followers.wake(company);
  return imported;
}
