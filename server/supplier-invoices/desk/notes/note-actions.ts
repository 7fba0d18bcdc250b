import { audit } from '../../../audit/record.ts';
import type { DecisionDeps } from '../../../decisions/decide.ts';
import { problemAt } from '../../../../common/errors/catalogue.ts';
import { conflict, invalidBody, notFound } from '../../../errors/errors.ts';
import { peopleOf } from '../../../people/store.ts';
import { lockAssignment, writeAssignment, insertNote, lockNotes } from '../../notes-store.ts';
import { newId } from '../../../ground/db/ids.ts';
import { lockedTransaction } from '../../../events/counters.ts';
import type { RecordCall } from '../../../desk/operation.ts';

interface NoteForm {
  text: string;
  mentions?: string[];
}

const maxNotes = 500;

/** Mentioned operators must belong to the company. Repeated mentions count once. */
export async function noteInvoice(
  { pool, followers }: DecisionDeps,
  { company, operator, id: invoiceId, traceId, body }: RecordCall<NoteForm>,
): Promise<void> {
  const { text, mentions: mentionedIds = [] } = body;
  const ids = mentionedIds.map((id) => id.toLowerCase());
  await lockedTransaction(pool, company, async (tx, now) => {
    const many = await lockNotes(tx, company, invoiceId);
    if (many === undefined) throw notFound();
    const mentions = await peopleOf(tx, company, [...new Set(ids)]);
    const unknown = ids.flatMap((id, at) =>
      mentions.some((person) => person.id === id) ? [] : [problemAt(`mentions[${at}]`, 'operator.unknown')],
    );
    if (unknown.length > 0) throw invalidBody(unknown);
    if (many >= maxNotes) throw conflict('note.limit', { most: maxNotes });
    const id = newId();
    const note = { id, invoiceId, text: text.trim(), mentions, operator, traceId };
    await insertNote(tx, company, note, now);
    // The audit log must not contain the text of notes.
    const entry = {
      action: 'supplierinvoice.noted',
      subjectId: invoiceId.toLowerCase(),
      data: { noteId: id, mentions },
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
    const before = await lockAssignment(tx, company, invoiceId);
    if (before === undefined) throw notFound();
    if (before.assignedTo === assigneeId) return false;
    const assignedTo = assigneeId === null ? null : (await peopleOf(tx, company, [assigneeId]))[0];
    if (assignedTo === undefined) throw invalidBody([problemAt('operatorId', 'operator.unknown')]);
    await writeAssignment(tx, company, { invoiceId, assignedTo, operator, traceId }, now);
    const entry = { action: 'supplierinvoice.assigned', subjectId: invoiceId.toLowerCase(), data: { assignedTo } };
    await audit(tx, company, operator, entry, now);
    return true;
  });
  if (changed) followers.wake(company);
}
