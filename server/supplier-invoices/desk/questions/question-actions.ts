import { audit } from '../../../audit/record.ts';
import type { DecisionDeps } from '../../../decisions/decide.ts';
import type { InvoiceState } from '../../../decisions/invoices.ts';
import { futureTime } from '../../../desk/requests.ts';
import { conflict, notFound } from '../../../errors/errors.ts';
import { newId } from '../../../ground/db/ids.ts';
import { maxQuestions, obstacleToAsk } from '../../deciding/decision-rules.ts';
import { insertQuestions, lockQuestions, type NewQuestions } from '../../questions-store.ts';
import type { CompanyId, Db } from '../../../ground/db/pool.ts';
import type { ObstacleCode } from '../../../../common/errors/notices.ts';
import type { Role } from '../../../../common/permissions.ts';
import { lockedTransaction } from '../../../events/counters.ts';
import type { RecordCall } from '../../../desk/operation.ts';

export interface QuestionForm {
  text: string;
  dueAt?: string | null;
}

export async function askPartner(
  { pool, followers }: DecisionDeps,
  { company, operator, role, id: invoiceId, traceId, body: form }: RecordCall<QuestionForm>,
): Promise<void> {
  const dueAt = futureTime(form.dueAt, new Date(), 'dueAt');
  await lockedTransaction(pool, company, async (tx, now) => {
    const questions = { invoiceIds: [invoiceId], text: form.text, dueAt, operator, traceId };
    const [obstacle] = (await ask(tx, company, role, questions, now)).values();
    if (obstacle === 'invoice.unknown') throw notFound();
    if (obstacle === 'question.limit') throw conflict('question.limit', { most: maxQuestions });
    if (obstacle !== undefined) throw conflict('decision.refused', { why: obstacle });
  });
  followers.wake(company);
}

/**
 * Asks the same about each invoice, and returns what prevents it, by id. `bulk` is the bulk that the questions are part
 * of, as the audit log has it.
 */
export async function ask(
  tx: Db,
  company: CompanyId,
  role: Role,
  { invoiceIds, ...question }: Omit<NewQuestions, 'about'> & { invoiceIds: readonly string[] },
  now: Date,
  bulk?: { id: string; begins: boolean },
): Promise<ReadonlyMap<string, ObstacleCode>> {
  const ids = invoiceIds.map((id) => id.toLowerCase());
  const found = await lockQuestions(tx, company, ids);
  const obstacles = new Map(
    ids.flatMap((id) => {
      const obstacle = obstacleOf(found.get(id), role);
      return obstacle === undefined ? [] : [[id, obstacle]];
    }),
  );
  const about = ids.filter((id) => !obstacles.has(id)).map((invoiceId) => ({ id: newId(), invoiceId }));
  if (about.length === 0) return obstacles;
  await insertQuestions(tx, company, { ...question, text: question.text.trim(), about }, now);
  for (const [at, { id: questionId, invoiceId }] of about.entries()) {
    const part = bulk && { bulkId: bulk.id, ...(bulk.begins && at === 0 && { bulkBegins: true }) };
    // As with notes, the audit log does not repeat the text.
    const data = { questionId, dueAt: question.dueAt, ...part };
    await audit(
      tx,
      company,
      question.operator,
      { action: 'supplierinvoice.questioned', subjectId: invoiceId, data },
      now,
    );
  }
  return obstacles;
}

function obstacleOf(invoice: { state: InvoiceState; count: number } | undefined, role: Role): ObstacleCode | undefined {
  if (invoice === undefined) return 'invoice.unknown';
  return obstacleToAsk(invoice.state, role)?.code ?? (invoice.count >= maxQuestions ? 'question.limit' : undefined);
}
