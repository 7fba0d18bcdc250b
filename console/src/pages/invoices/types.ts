import type { Num } from '../../exact.ts';
import type { Action } from '../../shared/action-button.tsx';
import type { Happened } from '../../shared/timeline.tsx';

export interface InvoiceRow {
  id: string;
  state: string;
  externalReferenceId: string;
  supplierNumber: string;
  supplierName: string;
  supplierInvoiceNumber: string | null;
  projectName: string | null;
  invoiceDate: number | null;
  paymentDueDate: number | null;
  totalPrice: string | null;
  currency: string | null;
  partner: string;
  createdAt: string;
  findings: number;
  files: number;
}

export interface Finding {
  code: string;
  severity: string;
  message: string;
  [figure: string]: unknown;
}

export interface InvoiceFile {
  id: string;
  fileName: string;
  contentType: string;
  size: number;
  createdAt: string;
  /** How the invoice had been decided when the file arrived. */
  afterDecision?: string;
}

export type Article = Record<string, unknown>;
export type InvoiceDocument = Record<string, unknown> & {
  articles?: Article[] | null;
  totalPrice?: Num | null;
  currency?: string | null;
};

export interface Invoice {
  id: string;
  state: string;
  partner: string;
  createdAt: string;
  document: InvoiceDocument;
  supplier: { number: string; name: string };
  findings: Finding[];
  files: InvoiceFile[];
  timeline: Happened[];
  actions: { approve: Action; reject: Action };
}
