import { audit } from '../../../audit/record.ts';
import type { DecisionDeps } from '../../../decisions/decide.ts';
import { problemAt } from '../../../../common/errors/catalogue.ts';
import { conflict, invalidBody, notFound } from '../../../errors/errors.ts';
import { peopleOf } from '../../../people/store.ts';
import type { Person } from '../../../people/two-people.ts';
import type { CompanyId, Db } from '../../../ground/db/pool.ts';
import { insertNote, lockAssignment, lockNotes, writeAssignment, type Assignment } from '../../notes-store.ts';
import { routeAtOnce } from '../../routing/route-invoices.ts';
import { newId } from '../../../ground/db/ids.ts';
import { lockedTransaction } from '../../../events/counters.ts';
import type { RecordCall } from '../../../desk/operation.ts';

interface NoteForm {
  id?: string;
  text: string;
  mentions?: string[];
}

const maxNotes = 500;

/** Mentioned operators must belong to the company. Repeated mentions count once, and so does a repeated note with an id. */
export async function noteInvoice(
  { pool, followers }: DecisionDeps,
  { company, operator, id: invoiceId, traceId, body }: RecordCall<NoteForm>,
): Promise<void> {
  const { id = newId(), text, mentions: mentionedIds = [] } = body;
  const ids = mentionedIds.map((id) => id.toLowerCase());
  await lockedTransaction(pool, company, async (tx, now) => {
    const many = await lockNotes(tx, company, invoiceId);
    if (many === undefined) throw notFound();
    const mentions = await peopleOf(tx, company, [...new Set(ids)]);
    const unknown = ids.flatMap((id, at) =>
      mentions.some((person) => person.id === id) ? [] : [problemAt(`mentions[${at}]`, 'operator.unknown')],
    );
    if (unknown.length > 0) throw invalidBody(unknown);
    const note = { id, invoiceId, text: text.trim(), mentions, operator, traceId };
    if (!(await insertNote(tx, company, note, now))) return;
    if (many >= maxNotes) throw conflict('note.limit', { most: maxNotes });
    // The audit log must not contain the text of notes.
    const entry = {
      action: 'supplierinvoice.noted',
      subjectId: invoiceId.toLowerCase(),
      data: { noteId: id.toLowerCase(), mentions },
    };
    await audit(tx, company, operator, entry, now);
  });
  followers.wake(company);
}

/** Records nothing if the assignment does not change. */
export async function assignInvoice(
  { pool, followers }: DecisionDeps,
  { company, operator, id: invoiceId, traceId, body }: RecordCall<{ operatorId: string | null }>,
): Promise<void> {
  const assigneeId = body.operatorId?.toLowerCase() ?? null;
  const changed = await lockedTransaction(pool, company, async (tx, now) => {
    const assignedTo = await assigneeOf(tx, company, assigneeId);
    const assigned = await assign(tx, company, { invoiceId, assignedTo, operator, traceId }, now);
    if (assigned === undefined) throw notFound();
    return assigned;
  });
  if (!changed) return;
  followers.wake(company);
  await routeAtOnce(pool, company, [invoiceId], new Date());
}

/** Throws if the operator does not belong to the company. Null stands for nobody. */
export async function assigneeOf(db: Db, company: CompanyId, id: string | null): Promise<Person | null> {
  const person = id === null ? null : (await peopleOf(db, company, [id]))[0];
  if (person === undefined) throw invalidBody([problemAt('operatorId', 'operator.unknown')]);
  return person;
}

/**
 * Returns whether the assignment has changed; undefined if there is no such invoice. `bulk` is the bulk that it is part
 * of, as the audit log has it.
 */
export async function assign(
  tx: Db,
  company: CompanyId,
  assignment: Assignment,
  now: Date,
  bulk: object = {},
): Promise<boolean | undefined> {
  const { invoiceId, assignedTo, operator } = assignment;
  const before = await lockAssignment(tx, company, invoiceId);
  if (before === undefined) return undefined;
  if (before.assignedTo === (assignedTo?.id ?? null)) return false;
  await writeAssignment(tx, company, assignment, now);
  const data = { assignedTo, ...bulk };
  const entry = { action: 'supplierinvoice.assigned', subjectId: invoiceId.toLowerCase(), data };
  await audit(tx, company, operator, entry, now);
  return true;
}
