import type { CheckedInvoice } from './invoice.ts';
import type { InvoiceContext, Need } from './context.ts';
import type { Limits } from './limits.ts';
import type { FindingCode } from '../../common/errors/findings.ts';
import { noticeOf, type Notice, type NoticeParameters } from '../../common/errors/notices.ts';

/** In ascending order. */
export const severities = ['info', 'warning', 'hold'] as const;
export type Severity = (typeof severities)[number];

export interface RawFinding extends Notice {
  code: FindingCode;
  /** A path such as supplierBankGiro or articles[3].totalPrice. */
  path?: string;
  /** Overrides the usual severity of its code. */
  usual?: Severity;
}

export const rawFinding = <C extends FindingCode>(
  code: C,
  parameters: NoticeParameters<C>,
  path?: string,
): RawFinding => ({
  ...(noticeOf(code, parameters) as Notice & { code: C }),
  ...(path !== undefined && { path }),
});

export interface Rule {
  codes: readonly FindingCode[];
  needs: readonly Need[];
  find(invoice: CheckedInvoice, context: InvoiceContext, limits: Limits): RawFinding[];
}
