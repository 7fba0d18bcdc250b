import { audit } from '../../../audit/record.ts';
import type { DecisionDeps } from '../../../decisions/decide.ts';
import { futureTime } from '../../../desk/requests.ts';
import { conflict, notFound } from '../../../errors/errors.ts';
import { newId } from '../../../ground/db/ids.ts';
import { maxQuestions, obstacleToAsk } from '../../deciding/decision-rules.ts';
import { insertQuestion, lockQuestions, type NewQuestion } from '../../questions-store.ts';
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
    const question = { invoiceId, text: form.text, dueAt, operator, traceId };
    const obstacle = await ask(tx, company, role, question, now);
    if (obstacle === 'invoice.unknown') throw notFound();
    if (obstacle === 'question.limit') throw conflict('question.limit', { most: maxQuestions });
    if (obstacle !== undefined) throw conflict('decision.refused', { why: obstacle });
  });
  followers.wake(company);
}

/**
 * Records a question, or returns what prevents it. `bulk` is the bulk that the question is part of, as the audit log has
 * it.
 */
export async function ask(
  tx: Db,
  company: CompanyId,
  role: Role,
  question: Omit<NewQuestion, 'id'>,
  now: Date,
  bulk: object = {},
): Promise<ObstacleCode | undefined> {
  const { invoiceId, text, dueAt, operator } = question;
  const invoice = await lockQuestions(tx, company, invoiceId);
  if (invoice === undefined) return 'invoice.unknown';
  const obstacle = obstacleToAsk(invoice.state, role);
  if (obstacle !== undefined) return obstacle.code;
  if (invoice.count >= maxQuestions) return 'question.limit';
  const id = newId();
  await insertQuestion(tx, company, { ...question, id, text: text.trim() }, now);
  // As with notes, the audit log does not repeat the text.
  const data = { questionId: id, dueAt, ...bulk };
  const entry = { action: 'supplierinvoice.questioned', subjectId: invoiceId.toLowerCase(), data };
  await audit(tx, company, operator, entry, now);
  return undefined;
}
