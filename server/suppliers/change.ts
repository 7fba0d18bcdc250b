import { changeSupplier } from './changes-store.ts';
import { changesPayee, isPayeeChange } from './payee.ts';
import { insertProposal, readProposals } from './proposals-store.ts';
import { changesBetween, problemsOfChanges, shownChanges, withChanges, withoutMasked, type Patch } from './rules.ts';
import type { FieldChange, SupplierEntry } from './shape.ts';
import { lockSuppliers, type Proposer } from './store.ts';
import { audit } from '../audit/record.ts';
import { conflict, invalidBody, notFound } from '../errors/errors.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Person } from '../people/two-people.ts';
import { readSettingsFor } from '../settings/store.ts';
import { newId } from '../ground/db/ids.ts';

export interface PatchOutcome {
  changed: boolean;
  /** Whether a change waits for a second person. */
  proposed: boolean;
}

/**
 * Changes the fields that differ, with event, history and audit entry. Changes of the payee are only proposed if the
 * company requires a second person. Invalid numbers throw a 400. Lock the company's counters first: one lock order
 * prevents deadlocks.
 */
export async function applySupplierPatch(
  tx: Db,
  company: CompanyId,
  operator: Person,
  traceId: string,
  number: string,
  patch: Patch,
  now: Date,
): Promise<PatchOutcome> {
  const before = (await lockSuppliers(tx, company, [number])).get(number);
  if (before === undefined) throw notFound();
  const changes = changesBetween(before, withoutMasked(before, patch));
  checkChanges(before, changes);
  const { payeeTakesTwo } = await readSettingsFor(tx, company, operator.id);
  const { atOnce, proposed } = splitChanges(changes, payeeTakesTwo);
  if (atOnce.length > 0) await writeChanges(tx, company, { operator, traceId, before, changes: atOnce }, now);
  const waits = await proposeChanges(tx, company, operator, number, proposed, now);
  return { changed: atOnce.length > 0, proposed: waits };
}

export function checkChanges(before: SupplierEntry, changes: readonly FieldChange[]): void {
  const problems = problemsOfChanges(withChanges(before, changes), changes);
  if (problems.length > 0) throw invalidBody(problems);
}

interface SupplierWrite {
  operator: Person;
  traceId: string;
  /** Must be locked. */
  before: SupplierEntry;
  /** Not empty. */
  changes: FieldChange[];
  /** Set if the operator confirms a proposal of somebody else. */
  proposedBy?: Proposer;
}

export async function writeChanges(
  tx: Db,
  company: CompanyId,
  { before, changes, operator, traceId, proposedBy }: SupplierWrite,
  now: Date,
): Promise<void> {
  const { number } = before;
  const isPayeeChanged = changesPayee(before, withChanges(before, changes));
  const change = { number, changes, changesPayee: isPayeeChanged, by: operator, traceId, proposedBy };
  await changeSupplier(tx, company, { ...change, id: newId() }, now);
  const data = { changes: shownChanges(changes), ...(proposedBy !== undefined && { proposedBy }) };
  await audit(tx, company, operator, { action: 'supplier.updated', subjectId: number, data }, now);
}

/** Per supplier, because a person has to read them all. Each partner has its own limit. */
const maxWaiting = 20;

export function splitChanges(changes: readonly FieldChange[], payeeTakesTwo: boolean) {
  const waits = ({ field, from, to }: FieldChange) => payeeTakesTwo && isPayeeChange(field, from, to);
  return { atOnce: changes.filter((change) => !waits(change)), proposed: changes.filter(waits) };
}

/** A new supplier needs a name, so only the other fields can wait. */
export function splitNew(changes: readonly FieldChange[], payeeTakesTwo: boolean) {
  const { atOnce, proposed } = splitChanges(changes, payeeTakesTwo);
  return {
    atOnce: [...proposed.filter(({ field }) => field === 'name'), ...atOnce],
    proposed: proposed.filter(({ field }) => field !== 'name'),
  };
}

/**
 * Stores changes of the payee for a second person to confirm, with an audit entry. Returns false if all of them are
 * already waiting. The supplier must be locked.
 */
export async function proposeChanges(
  tx: Db,
  company: CompanyId,
  operator: Person,
  number: string,
  changes: readonly FieldChange[],
  now: Date,
): Promise<boolean> {
  if (changes.length === 0) return false;
  const waiting = (await readProposals(tx, company, number)).filter(({ by }) => !by.partner);
  const fresh = changes.filter(
    ({ field, to }) => !waiting.some(({ patch }) => (patch as Partial<Record<string, string>>)[field] === to),
  );
  if (fresh.length === 0) return false;
  if (waiting.length >= maxWaiting) throw conflict('proposal.limit', { most: maxWaiting });
  const id = newId();
  const patch = Object.fromEntries(fresh.map(({ field, to }) => [field, to]));
  await insertProposal(tx, company, number, { id, patch, by: operator, at: now });
  const data = { proposalId: id, changes: shownChanges(fresh) };
  await audit(tx, company, operator, { action: 'supplier.proposed', subjectId: number, data }, now);
  return true;
}
