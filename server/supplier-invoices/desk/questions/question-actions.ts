import { audit } from '../../../audit/record.ts';
import type { DecisionDeps } from '../../../decisions/decide.ts';
import { futureTime } from '../../../desk/requests.ts';
import { conflict, notFound } from '../../../errors/errors.ts';
import { newId } from '../../../ground/db/ids.ts';
import { obstacleToAsk } from '../../deciding/decision-rules.ts';
import { insertQuestion, lockQuestions } from '../../questions-store.ts';
import { lockedTransaction } from '../../../events/counters.ts';
import type { RecordCall } from '../../../desk/operation.ts';

export interface QuestionForm {
  text: string;
  dueAt?: string | null;
}

/** Includes answered ones: a partner reads them all back with the invoice. */
export const maxQuestions = 20;

export async function askPartner(
  { pool, followers }: DecisionDeps,
  { company, operator, role, id: invoiceId, traceId, body: form }: RecordCall<QuestionForm>,
): Promise<void> {
  const dueAt = futureTime(form.dueAt, new Date(), 'dueAt');
  await lockedTransaction(pool, company, async (tx, now) => {
    const invoice = await lockQuestions(tx, company, invoiceId);
    if (invoice === undefined) throw notFound();
    const obstacle = obstacleToAsk(invoice.state, role);
    if (obstacle !== undefined) throw conflict('decision.refused', { why: obstacle.code });
    if (invoice.count >= maxQuestions) throw conflict('question.limit', { most: maxQuestions });
    const id = newId();
    const question = { id, invoiceId, text: form.text.trim(), dueAt, operator, traceId };
    await insertQuestion(tx, company, question, now);
    // As with notes, the audit log does not repeat the text.
    const data = { questionId: id, dueAt };
    const entry = { action: 'supplierinvoice.questioned', subjectId: invoiceId.toLowerCase(), data };
    await audit(tx, company, operator, entry, now);
  });
  followers.wake(company);
}
