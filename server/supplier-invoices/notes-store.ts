import { recordInvoiceEvent } from './invoice-event.ts';
import { type CompanyId, type Db, rowsOf, valueOf, rowOf } from '../ground/db/pool.ts';
import type { Person } from '../people/two-people.ts';

export interface Note {
  id: string;
  at: Date;
  by: Person;
  text: string;
  /** With their present names, not those at the time of the note. */
  mentions: Person[];
}

export const readNotes = (db: Db, company: CompanyId, invoiceId: string): Promise<Note[]> =>
  rowsOf(db, {
    name: 'read-notes',
    text: `SELECT id, created_at AS at, jsonb_build_object('id', operator_id, 'name', operator_name) AS by, text,
             coalesce((SELECT jsonb_agg(jsonb_build_object('id', operators.id, 'name', operators.name) ORDER BY array_position(mentions, operators.id))
                       FROM operators WHERE operators.id = ANY (mentions)), '[]') AS mentions
           FROM invoice_notes WHERE company_id = $1 AND supplier_invoice_id = $2 ORDER BY created_at, id`,
    values: [company, invoiceId],
  });

export async function lockNotes(tx: Db, company: CompanyId, invoiceId: string): Promise<number | undefined> {
  const invoice = await tx.query({
    name: 'lock-invoice',
    text: 'SELECT FROM supplier_invoices WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [company, invoiceId],
  });
  if (invoice.rowCount === 0) return undefined;
  const many = await valueOf<number>(tx, {
    name: 'count-notes',
    text: 'SELECT count(*)::integer AS many FROM invoice_notes WHERE company_id = $1 AND supplier_invoice_id = $2',
    values: [company, invoiceId],
  });
  return many ?? 0;
}

export interface NewNote {
  id: string;
  invoiceId: string;
  text: string;
  mentions: Person[];
  operator: Person;
  traceId: string;
}

/** The caller has locked the company's counters and the invoice. Returns false if the invoice has a note of this id. */
export async function insertNote(tx: Db, company: CompanyId, note: NewNote, now: Date): Promise<boolean> {
  const { invoiceId, text, mentions, operator, traceId } = note;
  const id = note.id.toLowerCase();
  const { rowCount } = await tx.query({
    name: 'insert-note',
    text: `INSERT INTO invoice_notes (company_id, supplier_invoice_id, id, operator_id, operator_name, text, mentions, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    values: [company, invoiceId, id, operator.id, operator.name, text, mentions.map((person) => person.id), now],
  });
  if (rowCount === 0) return false;
  const data = { by: { id: operator.id, name: operator.name }, traceId, noteId: id, text, mentions };
  await recordInvoiceEvent(tx, company, invoiceId, 'supplierinvoice.noted', data, now);
  return true;
}

export const lockAssignment = (tx: Db, company: CompanyId, id: string) =>
  rowOf<{ assignedTo: string | null }>(tx, {
    name: 'lock-assignment',
    text: 'SELECT assigned_to AS "assignedTo" FROM supplier_invoices WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [company, id],
  });

export interface Assignment {
  invoiceId: string;
  assignedTo: Person | null;
  operator: Person;
  traceId: string;
}

/** The caller has locked the company's counters and the invoice. */
export async function writeAssignment(tx: Db, company: CompanyId, assignment: Assignment, now: Date): Promise<void> {
  const { invoiceId, assignedTo, operator, traceId } = assignment;
  await tx.query({
    name: 'assign-invoice',
    text: 'UPDATE supplier_invoices SET assigned_to = $3 WHERE company_id = $1 AND id = $2',
    values: [company, invoiceId, assignedTo?.id],
  });
  const data = { by: { id: operator.id, name: operator.name }, traceId, assignedTo };
  await recordInvoiceEvent(tx, company, invoiceId, 'supplierinvoice.assigned', data, now);
}
