import { limitedAmount } from './limited-amount.ts';
import {
  approvalLimitOf,
  dutyDays,
  type ApprovalLimit,
  type Decider,
  type DutySubject,
  type InvoiceWithFiles,
  type PayeeAct,
  type SignableInvoice,
} from './decision-rules.ts';
import type { CodingContext } from '../coding/coding-rules.ts';
import { codingContext } from '../coding/coding-store.ts';
import { contextOfStored, type StoredContextRow } from '../checking/context-store.ts';
import type { ReleaseHistory } from '../checking/finding-rules.ts';
import type { UndecidedInvoice } from '../checking/undecided-store.ts';
import { invoiceDays } from '../store.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import type { UnprovenOperator } from '../../people/two-people.ts';
import { type CompanyId, type Db, rowOf } from '../../ground/db/pool.ts';
import { unprovenOperators } from '../../people/store.ts';
import { asApplied, settingsOfOperator, type OperatorSettings } from '../../settings/store.ts';
import { payeeActsOf } from '../../suppliers/changes-store.ts';

/** All that decisions about it are judged by, except an approval. */
export interface InvoiceToDecide extends Pick<ReleaseHistory, 'findings' | 'releasedAt' | 'releasedFindings'> {
  id: string;
  state: InvoiceState;
  externalReferenceId: string;
  supplierNumber: string;
  partnerId: string;
  partnerName: string;
  createdAt: Date;
  withdrawnAt: Date | null;
  voucher: string | null;
  signedBy: string | null;
  hasOpenQuestions: boolean;
  /** The company's. */
  timeZone: string;
}

export interface InvoiceToApprove
  extends InvoiceToDecide, UndecidedInvoice, SignableInvoice, DutySubject, InvoiceWithFiles {
  context: StoredContextRow;
  codingContext: CodingContext | null;
}

export interface Approver {
  id: string;
  limit: ApprovalLimit | undefined;
  /** As they apply to this operator. */
  settings: OperatorSettings;
}

const toDecide = `
  id, state, external_reference_id AS "externalReferenceId", supplier_number AS "supplierNumber", partner_id AS "partnerId",
  (SELECT name FROM partners WHERE partners.company_id = $1 AND partners.id = partner_id) AS "partnerName",
  created_at AS "createdAt", withdrawn_at AS "withdrawnAt", voucher, signed_by AS "signedBy",
  released_at AS "releasedAt", released_findings AS "releasedFindings", findings,
  EXISTS (
    SELECT FROM invoice_questions AS question
    WHERE question.company_id = $1 AND question.supplier_invoice_id = input.id
      AND question.answered_at IS NULL AND question.closed_at IS NULL) AS "hasOpenQuestions",
  (SELECT time_zone FROM companies WHERE companies.id = $1) AS "timeZone"`;

/** Locks the invoice until the transaction ends; undefined if it does not exist. */
export const lockToDecide = (tx: Db, company: CompanyId, id: string): Promise<InvoiceToDecide | undefined> =>
  rowOf(tx, {
    name: 'lock-invoice-to-decide',
    text: `SELECT ${toDecide} FROM supplier_invoices AS input WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    values: [company, id],
  });

const hasLimit = `
  NOT $4::boolean AND EXISTS (
    SELECT FROM operator_companies
    WHERE operator_companies.company_id = $1 AND operator_id = $2 AND approval_limit IS NOT NULL)`;

interface ApproverRow {
  settings: OperatorSettings;
  payeeActs: (Omit<PayeeAct, 'at'> & { at: string })[];
  unproven: (Omit<UnprovenOperator, 'until' | 'provedUntil'> & { until: string | null; provedUntil: string | null })[];
}

const lockInvoiceToApprove = {
  name: 'lock-invoice-to-approve',
  // The amount and its currency are for a limit: they take long to read if an invoice has thousands of lines.
  text: `SELECT ${toDecide}, releasers, released_seq::float8 AS "releasedSeq", files_due_at IS NOT NULL AS "filesWait",
                ${invoiceDays}, (document::jsonb - 'articles')::text AS document,
                jsonb_strip_nulls(jsonb_build_object('number', number_key, 'amount', amount_key, 'ocr', ocr_key)) AS keys,
                CASE WHEN ${hasLimit} THEN document ->> 'currency' END AS currency,
                CASE WHEN ${hasLimit} THEN ${limitedAmount('document')} END AS amount,
                ${contextOfStored} AS context, ${codingContext('input')} AS "codingContext",
                (SELECT to_jsonb(settings) FROM (${settingsOfOperator}) AS settings) AS settings,
                (SELECT coalesce(jsonb_agg(acts), '[]') FROM (${payeeActsOf('= input.supplier_number', `${dutyDays}`)}) AS acts) AS "payeeActs",
                (SELECT coalesce(jsonb_agg(unproven), '[]') FROM (${unprovenOperators}) AS unproven) AS unproven
         FROM supplier_invoices AS input WHERE company_id = $1 AND id = $3 FOR NO KEY UPDATE`,
};

/**
 * The same with all that an approval by this operator is judged by, in one statement. Call it under the lock on the
 * company's counters, so that nothing of it changes before the commit.
 */
export async function lockToApprove(
  tx: Db,
  company: CompanyId,
  id: string,
  { id: operatorId, administrator }: { id: string; administrator: boolean },
): Promise<{ invoice: InvoiceToApprove; approver: Approver & Decider } | undefined> {
  const values = [company, operatorId, id, administrator];
  const { rows } = await tx.query<InvoiceToApprove & ApproverRow>({ ...lockInvoiceToApprove, values });
  if (rows[0] === undefined) return undefined;
  const { settings: asStored, payeeActs, unproven, ...invoice } = rows[0];
  const settings = asApplied(asStored);
  const approver = {
    id: operatorId,
    limit: approvalLimitOf(settings, administrator),
    settings,
    payeeActs:
      settings.dutiesOffReason === null ? payeeActs.map((act) => ({ ...act, at: new Date(act.at) })) : undefined,
    unproven: unproven.map(({ until, provedUntil, ...one }) => ({
      ...one,
      until: until === null ? null : new Date(until),
      provedUntil: provedUntil === null ? null : new Date(provedUntil),
    })),
  };
  return { invoice, approver };
}
