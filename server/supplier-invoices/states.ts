export const invoiceStates = ['received', 'held', 'approved', 'rejected'] as const;

export type InvoiceState = (typeof invoiceStates)[number];

export type InvoiceDecision = 'approve' | 'reject';
