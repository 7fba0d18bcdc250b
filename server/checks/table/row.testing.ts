import type { FindingCode, Severity } from '../../../common/errors/findings.ts';
import type { CheckedSupplier, LookAlike } from '../context.ts';
import type { Settings } from '../settings.ts';

export type Fields = Record<string, unknown>;

/** Only the given parameters are compared. */
export interface ExpectedFinding {
  code: FindingCode;
  /** Null if the finding is about no field. */
  path: string | null;
  severity?: Severity;
  parameters: Record<string, unknown>;
}

/** The expected findings are written by hand from the rules, and are complete. */
export interface CheckCase {
  name: string;
  invoice: Fields;
  /** Differences from `nordbygg`. */
  supplier?: Partial<CheckedSupplier>;
  alike?: LookAlike[];
  at?: string;
  /** Earlier invoices of the supplier by id, the oldest first. */
  earlier?: Record<string, Fields>;
  isCreditedKnown?: boolean;
  settings?: Settings;
  expected: ExpectedFinding[];
}

export const nordbygg: CheckedSupplier = {
  name: 'Nordbygg Material AB',
  organizationalNumber: '556016-0680',
  bankGiro: '991-2346',
  postGiro: '12345-5',
  iban: 'SE4550000000058398257466',
};

export const usualArrival = '2026-05-18T08:15:00Z';

export const invoice = (fields: Fields): Fields => ({
  externalReferenceId: 'scan-2026-000123',
  supplierNumber: '1042',
  supplierName: 'Nordbygg Material AB',
  supplierOrganizationalNumber: '556016-0680',
  supplierBankGiro: '991-2346',
  supplierInvoiceNumber: 'F-20871',
  invoiceDate: utc('2026-05-11'),
  paymentDueDate: utc('2026-06-10'),
  currency: 'SEK',
  paymentReferenceOCR: '2087104',
  ...fields,
});

export const line = (
  articleDescription: string,
  quantity: number,
  unit: string,
  price: number,
  totalPrice: number,
  more: Fields = {},
): Fields => ({ articleDescription, quantity, unit, price, totalPrice, ...more });

/** One correct line and total, for rows that test something else. */
export const bill = (fields: Fields): Fields =>
  invoice({
    articles: [line('Lättklinkerblock', 20, 'st', 50, 1000, { vat: 25 })],
    totalVat: 250,
    totalPrice: 1250,
    ...fields,
  });

export const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const figures = (expected: string, sent: string, difference: string) => ({ expected, sent, difference });

export const wrongLine = (nth: number, expected: string, sent: string, difference: string, more: Fields = {}) => ({
  code: 'sum.line' as const,
  path: `articles[${nth - 1}].totalPrice`,
  parameters: { line: nth, ...figures(expected, sent, difference), ...more },
});

export const wrongTotal = (expected: string, sent: string, difference: string): ExpectedFinding => ({
  code: 'sum.total',
  path: 'totalPrice',
  parameters: figures(expected, sent, difference),
});

export const wrongVat = (expected: string, sent: string, difference: string): ExpectedFinding => ({
  code: 'sum.vat',
  path: 'totalVat',
  parameters: figures(expected, sent, difference),
});

const fieldOf = {
  bankgiro: 'supplierBankGiro',
  postgiro: 'supplierPostGiro',
  organization: 'supplierOrganizationalNumber',
  name: 'supplierName',
  ocr: 'paymentReferenceOCR',
  number: 'supplierInvoiceNumber',
  amount: 'totalPrice',
};

export const otherPayee = (
  what: 'bankgiro' | 'postgiro' | 'organization' | 'name',
  sent: string,
  recorded: string,
): ExpectedFinding => ({
  code: `payee.${what}`,
  path: fieldOf[what],
  severity: 'hold',
  parameters: { sent, recorded },
});

export const wrongNumber = (
  what: 'bankgiro' | 'postgiro' | 'organization' | 'ocr',
  why: 'characters' | 'length' | 'digit',
  value: string,
): ExpectedFinding => ({
  code: `number.${what}`,
  path: fieldOf[what],
  severity: 'warning',
  parameters: { why, value },
});

export const duplicate = (
  what: 'number' | 'amount' | 'ocr',
  earlier: string,
  reasons: string[],
  score: number,
): ExpectedFinding => ({
  code: `duplicate.${what}`,
  path: fieldOf[what],
  parameters: { earlier, reasons, score },
});

export const oddTime = (
  field: 'invoiceDate' | 'paymentDueDate',
  sent: string,
  understood: string,
): ExpectedFinding => ({
  code: 'date.time',
  path: field,
  severity: 'info',
  parameters: { field, sent, understood },
});

export const unknownCredit = (number: string): ExpectedFinding => ({
  code: 'credit.unknown',
  path: 'creditInvoiceReference',
  parameters: { number },
});

export const unknownAccount = (kind: 'bankGiro' | 'postGiro', account: string): ExpectedFinding => ({
  code: 'payee.unknown',
  path: kind === 'bankGiro' ? 'supplierBankGiro' : 'supplierPostGiro',
  severity: 'warning',
  parameters: { account, kind },
});

export const blockedPayee = (on: string): ExpectedFinding => ({
  code: 'payee.blocked',
  path: null,
  severity: 'hold',
  parameters: { on },
});

export const changedPayee = (on: string): ExpectedFinding => ({
  code: 'payee.changed',
  path: null,
  severity: 'hold',
  parameters: { on },
});

export const missing = (
  what: 'total' | 'number' | 'date' | 'due' | 'currency' | 'lines',
  path: string,
): ExpectedFinding => ({ code: `missing.${what}`, path, severity: 'warning', parameters: {} });

export const unreadable = (path: 'supplierBankGiro' | 'supplierPostGiro', sent: string): ExpectedFinding => ({
  code: 'payee.unreadable',
  path,
  severity: 'hold',
  parameters: { sent, kind: path === 'supplierBankGiro' ? 'bankGiro' : 'postGiro' },
});
