import { v7 as uuidv7 } from 'uuid';
import { nowOf, readSupplierAnswer } from './answer.ts';
import type { SupplierForm, SupplierPatch } from './schemas.ts';
import { audit } from '../../audit/record.ts';
import type { OperatorDeps } from '../../deps.ts';
import { etagOf, recordChanged, type Expects } from '../../desk/etag.ts';
import { asAnswer } from '../../desk/imports.ts';
import { conflict, invalidBody, notFound } from '../../errors/errors.ts';
import { differing } from '../../../common/errors/words.ts';
import { repeated } from '../../ground/db/batch.ts';
import { lockCounters } from '../../events/counters.ts';
import { allowBulk, transaction, type CompanyId, type Db } from '../../ground/db/pool.ts';
import { faultOfIdentifier, identifierOf } from '../../identifiers.ts';
import type { Operator } from '../../operators/permissions.ts';
import { applySupplierPatch } from '../change.ts';
import type { FieldChange } from '../changes-store.ts';
import { createSupplier } from '../create-store.ts';
import { problemsOfChanges } from '../guard.ts';
import { importAs, type ImportedSupplier, type SuppliersImported } from '../import.ts';
import { insertDistinct, readMarks, writeMark, type Mark } from '../marks-store.ts';
import { proposeChanges, splitNew } from '../proposals.ts';
import { changesBetween, shownChanges } from '../rules.ts';
import { readDeskSettings } from '../../settings/store.ts';
import { supplierFields, type SupplierEntry } from '../shape.ts';
import { lockSuppliers, otherFormOf } from '../store.ts';

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
    const otherForm = await otherFormOf(tx, company, number);
    if (otherForm !== undefined || !(await createSupplier(tx, company, created, now)))
      throw await existsAs(tx, company, otherForm ?? number, changes);
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

async function existsAs(tx: Db, company: CompanyId, number: string, changes: FieldChange[]) {
  const known = (await lockSuppliers(tx, company, [number])).get(number) ?? nothing;
  const entry: SupplierEntry = { ...changed(changes), number };
  const fields = supplierFields.filter((field) => known[field] !== entry[field]);
  return conflict('supplier.exists', { number, ...differing(fields) }, number);
}

/** Writes down what an operator says of a supplier, which is locked, with its entry in the audit log. */
async function mark(
  tx: Db,
  { company, operator, traceId, number }: SupplierCall,
  change: Mark['change'],
  action: string,
  data: object,
): Promise<void> {
  const now = new Date();
  await writeMark(tx, company, { number, change, id: uuidv7(), eventId: uuidv7(), operator, traceId }, now);
  await audit(tx, company, operator, { action, subjectType: 'supplier', subjectId: number, data }, now);
}

/** Blocks a supplier, or lifts the block. One that is so already is a 409, so that nobody takes another’s reason for their own. */
export const blockSupplier = (deps: Changing, call: SupplierCall, blocks: boolean, reason: string): Promise<void> =>
  changing(deps, call.company, async (tx) => {
    await lockNamed(tx, call, [call.number]);
    if ((await readMarks(tx, call.company, call.number)).isBlocked === blocks)
      throw conflict('decision.refused', { why: blocks ? 'supplier.blocked' : 'supplier.unblocked' });
    const [from, to] = blocks ? ['no', 'yes'] : ['yes', 'no'];
    const action = blocks ? 'supplier.blocked' : 'supplier.unblocked';
    await mark(tx, call, { field: 'blocked', from, to, reason }, action, { reason });
    return true;
  });

/** Vouches for the account of a supplier that a partner registered. */
export const confirmSupplier = (deps: Changing, call: SupplierCall): Promise<void> =>
  changing(deps, call.company, async (tx) => {
    const [supplier] = await lockNamed(tx, call, [call.number]);
    if ((await readMarks(tx, call.company, call.number)).isConfirmed)
      throw conflict('decision.refused', { why: 'supplier.confirmed' });
    const { bankGiro, postGiro, iban } = supplier as SupplierEntry;
    await mark(tx, call, { field: 'confirmed', from: 'no', to: 'yes' }, 'supplier.confirmed', {
      bankGiro,
      postGiro,
      iban,
    });
    return true;
  });

/** Says of two suppliers that look alike that they are two. */
export const distinguishSuppliers = (deps: Changing, call: SupplierCall, other: string): Promise<void> =>
  changing(deps, call.company, async (tx) => {
    const { company, operator, number } = call;
    await lockNamed(tx, call, [number, other]);
    if (number === other || !(await insertDistinct(tx, company, [number, other], operator, new Date())))
      throw conflict('decision.refused', { why: 'supplier.distinct' });
    // It stands in the history of both, since it concerns who is paid by the invoices of either.
    await mark(tx, call, { field: 'distinct', from: '', to: other }, 'supplier.distinguished', { other });
    const inReturn = { ...call, number: other };
    await mark(tx, inReturn, { field: 'distinct', from: '', to: number }, 'supplier.distinguished', { other: number });
    return true;
  });

async function lockNamed(tx: Db, { company }: SupplierCall, numbers: string[]): Promise<(SupplierEntry | undefined)[]> {
  const locked = await lockSuppliers(tx, company, numbers);
  if (numbers.some((number) => !locked.has(number))) throw notFound();
  return numbers.map((number) => locked.get(number));
}

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
