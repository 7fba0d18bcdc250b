import { recordText } from './answer.ts';
import { changeList, changesWhere, figuresOfSupplier } from './queries.ts';
import type { SupplierForm, SupplierPatch } from './schemas.ts';
import { audit } from '../../audit/record.ts';
import { decidedLater } from '../../decisions/decide.ts';
import { recordChanged, type EtagCheck } from '../../desk/etag.ts';
import { etagOf } from '../../ground/http/answers/kept.ts';
import type { ListSource } from '../../desk/lists.ts';
import { conflict, invalidBody, notFound } from '../../errors/errors.ts';
import { differing } from '../../../common/errors/words.ts';
import { retryOnConflict } from '../../ground/db/failures.ts';
import { allowBulk, companyTransaction, type CompanyId, type Db } from '../../ground/db/pool.ts';
import { faultOfIdentifier, identifierOf } from '../../identifiers.ts';
import { applySupplierPatch, checkChanges, proposeChanges, splitNew } from '../change.ts';
import { importAs, previewImport, type ImportedSupplier, type SupplierImportOutcome } from '../import.ts';
import { insertDistinct, readLatestBlock, readMarks, writeMark, type Mark } from '../changes-store.ts';
import { supplierList, suppliersWhere } from '../projection.ts';
import { changesBetween, shownChanges, withChanges } from '../rules.ts';
import { type FieldChange, emptyEntry, supplierFields, type SupplierEntry } from '../shape.ts';
import { readSettingsFor } from '../../settings/store.ts';
import { byOperator, insertSuppliers, lockSuppliers, otherFormOf } from '../store.ts';
import { newId } from '../../ground/db/ids.ts';
import { type SupplierCall, type ChangeDeps, changing, type Caller } from './changing.ts';

export const listSuppliers = (company: CompanyId, q: string | undefined): ListSource => ({
  list: supplierList,
  where: suppliersWhere(company, q),
});

export const listChanges = ({ company, number }: SupplierCall): ListSource => ({
  list: changeList,
  where: changesWhere(company, number),
});

export const readFigures = (db: Db, { company, number }: SupplierCall) => figuresOfSupplier(db, company, number);

/** Records nothing if no field differs. */
export const patchSupplier = (
  deps: ChangeDeps,
  { company, operator, traceId, number }: SupplierCall,
  patch: SupplierPatch,
  expects: EtagCheck,
): Promise<void> =>
  changing(deps, company, async (tx, now) => {
    if (expects !== undefined) await expectUnchanged(tx, company, number, expects);
    return (await applySupplierPatch(tx, company, operator, traceId, number, patch, now)).changed;
  });

/** Compares under the lock of the record, so that only one of two concurrent changes passes. */
async function expectUnchanged(tx: Db, company: CompanyId, number: string, expects: NonNullable<EtagCheck>) {
  await lockSuppliers(tx, company, [number]);
  const text = await recordText(tx, company, number);
  const etag = etagOf(text);
  if (expects(etag)) return;
  const record = JSON.parse(text) as SupplierEntry;
  throw recordChanged(etag, Object.fromEntries(supplierFields.map((field) => [field, record[field]])));
}

export async function registerSupplier(deps: ChangeDeps, { company, operator, traceId }: Caller, form: SupplierForm) {
  const fault = faultOfIdentifier(form.number);
  if (fault !== undefined) throw invalidBody([{ path: 'number', ...fault }]);
  const number = identifierOf(form.number);
  const changes = changesBetween(emptyEntry, form);
  checkChanges(emptyEntry, changes);
  await changing(deps, company, async (tx, now) => {
    const { payeeTakesTwo } = await readSettingsFor(tx, company, operator.id);
    const { atOnce, proposed } = splitNew(changes, payeeTakesTwo);
    const document = JSON.stringify(withChanges(emptyEntry, atOnce));
    const supplier = { number, document, author: byOperator(operator, traceId) };
    const otherForm = await otherFormOf(tx, company, number);
    if (otherForm !== undefined || !(await insertSuppliers(tx, company, [supplier], now)).has(number))
      throw await existsAs(tx, company, otherForm ?? number, changes);
    const data = { changes: shownChanges(atOnce) };
    await audit(tx, company, operator, { action: 'supplier.created', subjectId: number, data }, now);
    await proposeChanges(tx, company, operator, number, proposed, now);
    return true;
  });
  return number;
}

async function existsAs(tx: Db, company: CompanyId, number: string, changes: FieldChange[]) {
  const known = (await lockSuppliers(tx, company, [number])).get(number) ?? emptyEntry;
  const entry: SupplierEntry = { ...withChanges(emptyEntry, changes), number };
  const fields = supplierFields.filter((field) => known[field] !== entry[field]);
  return conflict('supplier.exists', { number, ...differing(fields) }, number);
}

/** The supplier must be locked. Also writes an audit entry. */
async function mark(
  tx: Db,
  { company, operator, traceId, number }: SupplierCall,
  change: Mark['change'],
  action: string,
  data: object,
  now: Date,
): Promise<void> {
  await writeMark(tx, company, { number, change, id: newId(), operator, traceId }, now);
  await audit(tx, company, operator, { action, subjectId: number, data }, now);
}

/**
 * A repeat throws a 409, because only the first reason is kept. `takesBack` is the number of the block that an unblocking
 * lifts, so that it lifts no later one.
 */
export const blockSupplier = (
  deps: ChangeDeps,
  call: SupplierCall,
  blocks: boolean,
  reason: string,
  takesBack: number | null = null,
): Promise<void> =>
  changing(deps, call.company, async (tx, now) => {
    await lockNamed(tx, call, [call.number]);
    const { isBlocked, blockedSeq } = await readMarks(tx, call.company, call.number);
    if (!blocks && blockedSeq !== takesBack) throw decidedLater(await readLatestBlock(tx, call.company, call.number));
    if (isBlocked === blocks)
      throw conflict('decision.refused', { why: blocks ? 'supplier.blocked' : 'supplier.unblocked' });
    const [from, to] = blocks ? ['no', 'yes'] : ['yes', 'no'];
    const action = blocks ? 'supplier.blocked' : 'supplier.unblocked';
    await mark(tx, call, { field: 'blocked', from, to, reason }, action, { reason }, now);
    return true;
  });

/** The confirmed contact details are those that the operator has read, if `expects` is set. */
export const confirmSupplier = (deps: ChangeDeps, call: SupplierCall, expects: EtagCheck): Promise<void> =>
  changing(deps, call.company, async (tx, now) => {
    const [supplier] = await lockNamed(tx, call, [call.number]);
    if ((await readMarks(tx, call.company, call.number)).isConfirmed)
      throw conflict('decision.refused', { why: 'supplier.confirmed' });
    if (expects !== undefined) await expectUnchanged(tx, call.company, call.number, expects);
    const { bankGiro, postGiro, iban } = supplier as SupplierEntry;
    const account = { bankGiro, postGiro, iban };
    await mark(tx, call, { field: 'confirmed', from: 'no', to: 'yes' }, 'supplier.confirmed', account, now);
    return true;
  });

export const distinguishSuppliers = (deps: ChangeDeps, call: SupplierCall, other: string): Promise<void> =>
  changing(deps, call.company, async (tx, now) => {
    const { company, operator, number } = call;
    await lockNamed(tx, call, [number, other]);
    if (number === other || !(await insertDistinct(tx, company, [number, other], operator, now)))
      throw conflict('decision.refused', { why: 'supplier.distinct' });
    // Recorded for both suppliers, because it concerns both payees.
    await mark(tx, call, { field: 'distinct', from: '', to: other }, 'supplier.distinguished', { other }, now);
    const inReturn = { ...call, number: other };
    await mark(
      tx,
      inReturn,
      { field: 'distinct', from: '', to: number },
      'supplier.distinguished',
      { other: number },
      now,
    );
    return true;
  });

async function lockNamed(tx: Db, { company }: SupplierCall, numbers: string[]): Promise<(SupplierEntry | undefined)[]> {
  const locked = await lockSuppliers(tx, company, numbers);
  if (numbers.some((number) => !locked.has(number))) throw notFound();
  return numbers.map((number) => locked.get(number));
}

export const previewSuppliersAs = (
  { pool }: Pick<ChangeDeps, 'pool'>,
  { company, operator }: Pick<Caller, 'company' | 'operator'>,
  suppliers: ImportedSupplier[],
) => previewImport(pool, company, { actor: operator, isGuarded: true }, suppliers);

export async function importSuppliersAs(
  { pool, followers }: ChangeDeps,
  { company, operator, traceId }: Caller,
  suppliers: ImportedSupplier[],
  isExpected: EtagCheck,
): Promise<SupplierImportOutcome> {
  const outcome = await retryOnConflict(() =>
    companyTransaction(pool, company, async (tx) => {
      await allowBulk(tx);
      return importAs(tx, company, { actor: operator, traceId, isGuarded: true }, suppliers, isExpected);
    }),
  );
  if (outcome.created + outcome.updated > 0) followers.wake(company);
  return outcome;
}
