import type { AnswerReceived } from '../schemas.ts';
import type { Partner } from '../../../partners/store.ts';
import { audit } from '../../../audit/record.ts';
import type { DoorDeps } from '../../../deps.ts';
import { createOrExplain, type CreationAnswer } from '../../../door/create.ts';
import { ApiError, conflict } from '../../../errors/errors.ts';
import { differing } from '../../../../common/errors/words.ts';
import { isUuid } from '../../../ground/db/ids.ts';
import type { CompanyId, Db, Pool } from '../../../ground/db/pool.ts';
import { writeAlone, type IdempotencyKey } from '../../../idempotency/store.ts';
import { findQuestion, writeAnswer, type NewAnswer } from '../../questions-store.ts';
import { invoiceExists, lockInvoice } from '../../store.ts';

export interface AnswerToQuestion {
  invoiceId: string;
  questionId: string;
  answer: string;
  document: string | undefined;
  message: string;
  traceId: string;
  key: IdempotencyKey | undefined;
}

interface Item extends NewAnswer {
  subjectId: string;
  key: IdempotencyKey | undefined;
  message: string;
}

async function insert(tx: Db, company: CompanyId, item: Item): Promise<AnswerReceived | undefined> {
  const { invoiceId, questionId, partnerId, partnerName, message } = item;
  // Neither id reaches the database unless it is one.
  if (!isUuid(invoiceId) || !isUuid(questionId)) return undefined;
  const state = await lockInvoice(tx, company, { id: invoiceId, sentBy: partnerId });
  const now = new Date();
  if (state === undefined || !(await writeAnswer(tx, company, item, now))) return undefined;
  const data = { questionId: questionId.toLowerCase(), partnerId };
  const entry = { action: 'supplierinvoice.answered', subjectId: invoiceId.toLowerCase(), data };
  await audit(tx, company, { id: null, name: partnerName }, entry, now);
  return { message };
}

/** Answers a question about the partner's own invoice once. */
export async function answerQuestion(
  { pool, followers, recordKinds }: Pick<DoorDeps, 'pool' | 'followers' | 'recordKinds'>,
  partner: Partner,
  answer: AnswerToQuestion,
): Promise<CreationAnswer<AnswerReceived>> {
  const { companyId, id: partnerId, name: partnerName } = partner;
  const { invoiceId, questionId, key } = answer;
  const item: Item = { ...answer, subjectId: questionId.toLowerCase(), partnerId, partnerName };
  return createOrExplain(() => writeAlone({ pool, followers }, companyId, item, insert), {
    key,
    recordKinds,
    explain: () => explain(pool, partner, answer),
    differencesFrom: async (earlier) => {
      const before = isUuid(invoiceId) ? await findQuestion(pool, companyId, invoiceId, earlier) : undefined;
      if (before === undefined) return undefined;
      return [
        ...(before.id === item.subjectId ? [] : ['questionId']),
        ...(before.answer === answer.answer ? [] : ['text']),
      ];
    },
  });
}

async function explain(pool: Pool, { companyId, id: sentBy }: Partner, sent: AnswerToQuestion): Promise<void> {
  const { invoiceId, questionId } = sent;
  if (!isUuid(invoiceId) || !(await invoiceExists(pool, companyId, { id: invoiceId, sentBy })))
    throw new ApiError('supplierinvoice.unknown', { id: invoiceId, ofPartner: true, inPath: true });
  const question = isUuid(questionId) ? await findQuestion(pool, companyId, invoiceId, questionId) : undefined;
  if (question === undefined) throw new ApiError('question.unknown', { id: questionId });
  const { id, answer, answeredAt, closedAt } = question;
  if (answeredAt !== null)
    throw conflict('answer.exists', { id, ...differing(answer === sent.answer ? [] : ['text']) }, id);
  if (closedAt !== null) throw conflict('question.closed', { id }, id);
}
