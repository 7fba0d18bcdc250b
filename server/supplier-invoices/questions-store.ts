import type { InvoiceState } from '../decisions/invoices.ts';
import { eventParts } from '../events/record.ts';
import { runChain, type Chain } from '../ground/db/chain.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Person } from '../operators/people-store.ts';
import { invoiceAndPartnerFields, invoiceFields } from './store.ts';

export interface Question {
  id: string;
  text: string;
  askedBy: Person;
  askedAt: Date;
  dueAt: Date | null;
  answer: string | null;
  answeredAt: Date | null;
  /** When a decision closed it without an answer. */
  closedAt: Date | null;
}

const questionColumns = `id, text, jsonb_build_object('id', asked_by, 'name', asked_by_name) AS "askedBy", asked_at AS "askedAt",
  due_at AS "dueAt", answer, answered_at AS "answeredAt", closed_at AS "closedAt"`;

/** In the order in which they were asked. */
export async function readQuestions(db: Db, company: CompanyId, invoiceId: string): Promise<Question[]> {
  const { rows } = await db.query<Question>({
    name: 'read-questions',
    text: `SELECT ${questionColumns} FROM invoice_questions WHERE company_id = $1 AND supplier_invoice_id = $2 ORDER BY id`,
    values: [company, invoiceId],
  });
  return rows;
}

export async function findQuestion(
  db: Db,
  company: CompanyId,
  invoiceId: string,
  id: string,
): Promise<Question | undefined> {
  const { rows } = await db.query<Question>({
    name: 'find-question',
    text: `SELECT ${questionColumns} FROM invoice_questions WHERE company_id = $1 AND supplier_invoice_id = $2 AND id = $3`,
    values: [company, invoiceId, id],
  });
  return rows[0];
}

/** The invoice's state and the number of its questions; undefined if it does not exist. */
export async function lockQuestions(
  tx: Db,
  company: CompanyId,
  invoiceId: string,
): Promise<{ state: InvoiceState; count: number } | undefined> {
  const { rows } = await tx.query<{ state: InvoiceState }>({
    name: 'lock-questioned-invoice',
    text: 'SELECT state FROM supplier_invoices WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [company, invoiceId],
  });
  const [invoice] = rows;
  if (invoice === undefined) return undefined;
  const counted = await tx.query<{ count: number }>({
    name: 'count-questions',
    text: `SELECT count(*)::integer AS count FROM invoice_questions WHERE company_id = $1 AND supplier_invoice_id = $2`,
    values: [company, invoiceId],
  });
  return { ...invoice, count: counted.rows[0]?.count ?? 0 };
}

export interface NewQuestion {
  id: string;
  eventId: string;
  invoiceId: string;
  text: string;
  dueAt: Date | undefined;
  operator: Person;
  traceId: string;
}

const askChain: Chain = {
  name: 'insert-question',
  parts: [
    [
      'inserted',
      `INSERT INTO invoice_questions (company_id, supplier_invoice_id, id, text, asked_by, asked_by_name, asked_at, due_at)
       VALUES ($1, $3, $4, $8, $6, $7, $2, $9::timestamptz)`,
    ],
    [
      'fresh',
      `SELECT $5::uuid AS event_id, 'supplierinvoice.questioned' AS type, id::text AS subject_id, 1 AS place,
              jsonb_strip_nulls(jsonb_build_object(
                ${invoiceAndPartnerFields},
                'by', jsonb_build_object('id', $6::uuid, 'name', $7::text), 'traceId', $10::text,
                'questionId', $4::uuid, 'text', $8::text, 'dueAt', (1000 * extract(epoch FROM $9::timestamptz))::bigint)) AS data
       FROM supplier_invoices WHERE company_id = $1 AND id = $3`,
    ],
    ...eventParts('one', 'fresh', ['supplierinvoice.questioned']),
  ],
  result: 'SELECT FROM fresh',
};

/** The caller has locked the invoice. */
export async function insertQuestion(tx: Db, company: CompanyId, question: NewQuestion, now: Date): Promise<void> {
  const { id, eventId, invoiceId, text, dueAt, operator, traceId } = question;
  const values = [company, now, invoiceId, id, eventId, operator.id, operator.name, text, dueAt, traceId];
  await runChain(tx, askChain, values);
}

export interface NewAnswer {
  eventId: string;
  invoiceId: string;
  questionId: string;
  answer: string;
  /** JSON text; undefined unless it has fields that the interface does not know. */
  document: string | undefined;
  partnerId: string;
  partnerName: string;
  traceId: string;
}

const answerChain: Chain = {
  name: 'write-answer',
  parts: [
    [
      'answered',
      `UPDATE invoice_questions SET answer = $6, answered_at = $2, answered_by = $7, answer_document = $10
       WHERE company_id = $1 AND supplier_invoice_id = $3 AND id = $4 AND answered_at IS NULL AND closed_at IS NULL
       RETURNING asked_by, asked_by_name`,
    ],
    [
      'fresh',
      `SELECT $5::uuid AS event_id, 'supplierinvoice.answered' AS type, id::text AS subject_id, 1 AS place,
              jsonb_build_object(
                ${invoiceFields}, 'partnerId', $7::uuid, 'partnerName', $8::text, 'traceId', $9::text,
                'questionId', $4::uuid, 'answer', $6::text,
                'askedBy', jsonb_build_object('id', asked_by, 'name', asked_by_name)) AS data
       FROM supplier_invoices CROSS JOIN answered WHERE company_id = $1 AND id = $3`,
    ],
    ...eventParts('one', 'fresh', ['supplierinvoice.answered']),
  ],
  result: 'SELECT FROM answered',
};

/** The caller has locked the invoice. Returns false if the question does not exist or is no longer open. */
export async function writeAnswer(tx: Db, company: CompanyId, written: NewAnswer, now: Date): Promise<boolean> {
  const { eventId, invoiceId, questionId, answer, document, partnerId, partnerName, traceId } = written;
  const values = [company, now, invoiceId, questionId, eventId, answer, partnerId, partnerName, traceId, document];
  const { rowCount } = await runChain(tx, answerChain, values);
  return rowCount === 1;
}
