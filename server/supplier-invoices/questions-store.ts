import type { InvoiceState } from '../decisions/invoices.ts';
import { type CompanyId, type Db, rowOf, rowsOf, execute } from '../ground/db/pool.ts';
import type { Person } from '../people/two-people.ts';
import { recordEvents, type InvoiceOfEvent, type NewEvent } from '../events/record.ts';
import { recordInvoiceEvent } from './invoice-event.ts';
import { readInvoicesForEvents } from './store.ts';

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
export const readQuestions = (db: Db, company: CompanyId, invoiceId: string): Promise<Question[]> =>
  rowsOf(db, {
    name: 'read-questions',
    text: `SELECT ${questionColumns} FROM invoice_questions WHERE company_id = $1 AND supplier_invoice_id = $2 ORDER BY id`,
    values: [company, invoiceId],
  });

export const findQuestion = (db: Db, company: CompanyId, invoiceId: string, id: string) =>
  rowOf<Question>(db, {
    name: 'find-question',
    text: `SELECT ${questionColumns} FROM invoice_questions WHERE company_id = $1 AND supplier_invoice_id = $2 AND id = $3`,
    values: [company, invoiceId, id],
  });

/** The states of the invoices that exist and the numbers of their questions, by id. */
export async function lockQuestions(tx: Db, company: CompanyId, invoiceIds: readonly string[]) {
  const invoices = await rowsOf<{ id: string; state: InvoiceState }>(tx, {
    name: 'lock-questioned-invoices',
    text: 'SELECT id, state FROM supplier_invoices WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    values: [company, invoiceIds],
  });
  const counted = await rowsOf<{ id: string; count: number }>(tx, {
    name: 'count-questions',
    text: `SELECT supplier_invoice_id AS id, count(*)::integer AS count
           FROM invoice_questions WHERE company_id = $1 AND supplier_invoice_id = ANY ($2::uuid[]) GROUP BY supplier_invoice_id`,
    values: [company, invoiceIds],
  });
  const counts = new Map(counted.map(({ id, count }) => [id, count]));
  return new Map(invoices.map(({ id, state }) => [id, { state, count: counts.get(id) ?? 0 }]));
}

/** One question about each of some invoices. */
export interface NewQuestions {
  about: readonly { id: string; invoiceId: string }[];
  text: string;
  dueAt: Date | undefined;
  operator: Person;
  traceId: string;
}

/** The caller has locked the company's counters and the invoices. */
export async function insertQuestions(
  tx: Db,
  company: CompanyId,
  { about, text, dueAt, operator, traceId }: NewQuestions,
  now: Date,
): Promise<void> {
  const invoiceIds = about.map(({ invoiceId }) => invoiceId);
  await tx.query({
    name: 'insert-questions',
    text: `INSERT INTO invoice_questions (company_id, supplier_invoice_id, id, text, asked_by, asked_by_name, asked_at, due_at)
           SELECT company_id, input.*, $4, $5, $6, $7, $8
           FROM company_counters CROSS JOIN unnest($2::uuid[], $3::uuid[]) AS input WHERE company_id = $1`,
    values: [company, invoiceIds, about.map(({ id }) => id), text, operator.id, operator.name, now, dueAt],
  });
  const invoices = await readInvoicesForEvents(tx, company, invoiceIds);
  const by = { id: operator.id, name: operator.name };
  const events = about.map(({ id, invoiceId }): NewEvent => {
    const invoice = invoices.get(invoiceId) as InvoiceOfEvent;
    const data = { ...invoice, by, traceId, questionId: id, text, dueAt: dueAt?.getTime() };
    return { type: 'supplierinvoice.questioned', subjectId: invoiceId, data };
  });
  await recordEvents(tx, company, events, now);
}

/** After a decision nobody waits for an answer. */
export const closeQuestions = (tx: Db, company: CompanyId, invoiceId: string, now: Date): Promise<void> =>
  execute(tx, {
    name: 'close-questions',
    text: `UPDATE invoice_questions SET closed_at = $3
           WHERE company_id = $1 AND supplier_invoice_id = $2 AND answered_at IS NULL AND closed_at IS NULL`,
    values: [company, invoiceId, now],
  });

export interface NewAnswer {
  invoiceId: string;
  questionId: string;
  answer: string;
  /** JSON text; undefined unless it has fields that the interface does not know. */
  document: string | undefined;
  partnerId: string;
  partnerName: string;
  traceId: string;
}

/**
 * The caller has locked the company's counters and the invoice. Returns false if the question does not exist or is no
 * longer open.
 */
export async function writeAnswer(tx: Db, company: CompanyId, written: NewAnswer, now: Date): Promise<boolean> {
  const { invoiceId, questionId, answer, document, partnerId, partnerName, traceId } = written;
  const { rows } = await tx.query<Person & { questionId: string }>({
    name: 'write-answer',
    text: `UPDATE invoice_questions SET answer = $4, answered_at = $5, answered_by = $6, answer_document = $7
           WHERE company_id = $1 AND supplier_invoice_id = $2 AND id = $3 AND answered_at IS NULL AND closed_at IS NULL
           RETURNING id AS "questionId", asked_by AS id, asked_by_name AS name`,
    values: [company, invoiceId, questionId, answer, now, partnerId, document],
  });
  if (rows[0] === undefined) return false;
  const { questionId: id, ...askedBy } = rows[0];
  const data = { questionId: id, askedBy, answer, partnerId, partnerName, traceId };
  await recordInvoiceEvent(tx, company, invoiceId, 'supplierinvoice.answered', data, now);
  return true;
}
