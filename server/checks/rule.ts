import type { CheckedInvoice } from './invoice.ts';
import type { InvoiceContext, Need } from './context.ts';
import type { Limits } from './limits.ts';
import type { FindingCode, Severity } from '../../common/errors/findings.ts';
import { noticeOf, type Notice, type NoticeParameters } from '../../common/errors/notices.ts';

export interface RawFinding extends Notice {
  code: FindingCode;
  /** A path such as supplierBankGiro or articles[3].totalPrice. */
  path?: string;
  /** Overrides the usual severity of its code. */
  usual?: Severity;
}

export interface Finding extends RawFinding {
  severity: Severity;
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
