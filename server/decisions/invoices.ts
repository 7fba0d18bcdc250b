import type { DecisionSubject } from './decide.ts';
import { decisionStore } from './store.ts';
import type { DecisionTable } from './table.ts';
import { dayIn } from '../../common/days.ts';
import { readTimeZone } from '../access/store.ts';
import { nextSeq } from '../events/counters.ts';
import type { Part } from '../ground/db/chain.ts';

export const invoiceStates = ['received', 'held', 'approved', 'rejected', 'booked', 'withdrawn'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/**
 * Clients never request `sign`: it is the first of the two approvals that a large invoice needs. `unsign` takes it back.
 */
export type InvoiceDecision = 'approve' | 'sign' | 'unsign' | 'reject' | 'release' | 'reopen' | 'book';

const decided = { permission: 'decide', outcome: 'set' } as const;
const undecided = { permission: 'decide', outcome: 'clear' } as const;

/**
 * A held invoice must be released before it can be approved; it can be rejected at once. A reopened invoice with an
 * unreleased hold is held again. A booked invoice can only be corrected in the bookkeeping. Its partner can withdraw an
 * undecided invoice (door/withdraw); no operator can take that back.
 */
export const invoiceDecisions: DecisionTable<InvoiceState, InvoiceDecision> = {
  kind: 'supplierinvoice',
  // oxfmt-ignore
  transitions: [
    { from: 'received', decision: 'approve', to: 'approved', event: 'supplierinvoice.approved', needsReason: false, ...decided },
    { from: 'received', decision: 'sign', to: 'received', event: 'supplierinvoice.signed', needsReason: false, ...undecided },
    { from: 'received', decision: 'unsign', to: 'received', event: 'supplierinvoice.unsigned', needsReason: false, ...undecided },
    { from: 'held', decision: 'unsign', to: 'held', event: 'supplierinvoice.unsigned', needsReason: false, ...undecided },
    { from: 'received', decision: 'reject', to: 'rejected', event: 'supplierinvoice.rejected', needsReason: true, ...decided },
    { from: 'held', decision: 'reject', to: 'rejected', event: 'supplierinvoice.rejected', needsReason: true, ...decided },
    { from: 'held', decision: 'release', to: 'received', event: 'supplierinvoice.released', needsReason: true, ...undecided },
    { from: 'approved', decision: 'reopen', to: 'received', event: 'supplierinvoice.reopened', needsReason: true, ...undecided },
    { from: 'rejected', decision: 'reopen', to: 'received', event: 'supplierinvoice.reopened', needsReason: true, ...undecided },
    { from: 'approved', decision: 'book', to: 'booked', event: 'supplierinvoice.booked', needsReason: false, permission: 'acknowledge', outcome: 'keep' },
  ],
  obstacles: {
    received: 'invoice.received',
    held: 'invoice.held',
    approved: 'invoice.approved',
    rejected: 'invoice.rejected',
    booked: 'invoice.booked',
    withdrawn: 'invoice.withdrawn',
  },
  obstaclesTo: {
    reopen: { received: 'invoice.undecided', held: 'invoice.undecided' },
    book: { received: 'booking.received', held: 'booking.held', rejected: 'booking.rejected' },
  },
  takesBack: ['unsign', 'reopen'],
};

const onEvent = (event: string, column: string, value: string, otherwise = 'NULL') =>
  `${column} = CASE WHEN $9 = 'supplierinvoice.${event}' THEN ${value} ELSE ${otherwise} END`;

/** After a decision nobody waits for an answer. $1 is the company, $2 the time, $3 the invoice. */
export const closeQuestions = (condition = 'true'): Part => [
  'closed_questions',
  `UPDATE invoice_questions SET closed_at = $2
   WHERE company_id = $1 AND supplier_invoice_id = $3 AND answered_at IS NULL AND closed_at IS NULL AND ${condition}`,
];

export const invoices: DecisionSubject<InvoiceState, InvoiceDecision> = {
  table: invoiceDecisions,
  // An operator may have had the invoice open when its partner withdrew it.
  readObstacleDetails: async (tx, company, id, state) => {
    if (state !== 'withdrawn') return {};
    const { rows } = await tx.query<{ by: string; at: Date }>(
      `SELECT (SELECT name FROM partners WHERE partners.company_id = $1 AND partners.id = partner_id) AS by, withdrawn_at AS at
       FROM supplier_invoices WHERE company_id = $1 AND id = $2`,
      [company, id],
    );
    const [withdrawal] = rows;
    if (withdrawal === undefined) return {};
    return { by: withdrawal.by, on: dayIn(withdrawal.at.getTime(), await readTimeZone(tx, company)) };
  },
  ...decisionStore<InvoiceState>({
    name: 'invoice',
    table: 'supplier_invoices',
    fields: {
      supplierInvoiceId: 'id',
      externalReferenceId: 'external_reference_id',
      supplierNumber: 'supplier_number',
    },
    alsoSet: [
      onEvent('released', 'released_at', '$2::timestamptz', 'released_at'),
      onEvent('released', 'released_seq', nextSeq, 'released_seq'),
      onEvent('released', 'released_by', '$5::uuid', 'released_by'),
      // In the order of their last releases.
      onEvent('released', 'releasers', 'array_append(array_remove(releasers, $5::uuid), $5::uuid)', 'releasers'),
      onEvent('released', 'released_findings', 'jsonb_array_length(findings)', 'released_findings'),
      onEvent('signed', 'signed_at', '$2::timestamptz'),
      onEvent('signed', 'signed_by', '$5::uuid'),
      onEvent('booked', 'booked_at', '$2::timestamptz'),
      onEvent('booked', 'booked_by', '$5::uuid'),
      // Only the details of a booking have these. Citus refuses the cast to a date inside CASE.
      `voucher = $12::jsonb ->> 'voucher'`,
      `booked_on = ($12::jsonb ->> 'bookedOn')::date`,
    ].join(', '),
    alsoDo: closeQuestions(`$10 = 'set'`),
    events: [
      'supplierinvoice.approved',
      'supplierinvoice.signed',
      'supplierinvoice.unsigned',
      'supplierinvoice.rejected',
      'supplierinvoice.released',
      'supplierinvoice.reopened',
      'supplierinvoice.booked',
    ],
  }),
};
