import type { CheckedInvoice } from './invoice.ts';
import type { Known, Need } from './known.ts';
import type { FindingCode } from '../../common/errors/findings.ts';
import { noticeOf, type Notice, type NoticeParameters } from '../../common/errors/notices.ts';

/** From the least to the gravest. */
export const severities = ['info', 'warning', 'hold'] as const;
export type Severity = (typeof severities)[number];

/** What a rule found, before the company's settings say how grave that is. */
export interface Found extends Notice {
  code: FindingCode;
  /** The field that it is about, where there is one: supplierBankGiro, articles[3].totalPrice. */
  path?: string;
  /** How grave it is unless the company chose otherwise, if that differs from what is usual for its code. */
  usual?: Severity;
}

export const found = <C extends FindingCode>(code: C, parameters: NoticeParameters<C>, path?: string): Found => ({
  ...(noticeOf(code, parameters) as Notice & { code: C }),
  ...(path !== undefined && { path }),
});

/** A rule: a pure function from an invoice and what is known to what looks wrong. */
export interface Rule {
  /** What it can find. A company switches each of these off, or raises it to a hold. */
  codes: readonly FindingCode[];
  needs: readonly Need[];
  find(invoice: CheckedInvoice, known: Known): Found[];
}
