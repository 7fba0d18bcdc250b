export interface CallRow {
  traceId: string;
  at: string;
  partner: string | null;
  operation: string;
  status: number;
  durationMs: number;
  reason: string | null;
}

export interface Problem {
  path: string;
  problem: string;
}

export interface Call extends CallRow {
  id: string;
  problems: Problem[];
  body: string | null;
  subject: { type: string; id: string; supplierInvoiceId?: string } | null;
  others?: { id: string; at: string; operation: string; status: number }[];
}
