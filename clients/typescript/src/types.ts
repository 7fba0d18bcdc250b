import type * as answered from './generated/answered.js';
import type * as sent from './generated/sent.js';

type Sent = sent.components['schemas'];
type Answered = answered.components['schemas'];
type QueryOf<Path extends keyof answered.paths> = answered.paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? Omit<NonNullable<Query>, 'after' | 'limit'>
  : never;

export type Supplier = Sent['Supplier'];
export type SupplierUpdate = Sent['SupplierUpdate'];
export type SupplierEntry = Answered['SupplierEntry'];
/** A supplier as it was read by its number. */
export type SupplierRecord = SupplierEntry & Tagged;
export type SupplierPage = Answered['SupplierList'];
export type SupplierFilter = QueryOf<'/supplierinvoices/suppliers'>;
export type SupplierProposal = Answered['PartnerProposal'];
export type SupplierProposalPage = Answered['PartnerProposals'];
export type SupplierProposalFilter = QueryOf<'/supplierinvoices/proposals'>;
export type SupplierInvoice = Sent['SupplierInvoice'];
export type Article = Sent['Article'];
export type WorkOrder = Sent['WorkOrder'];
export type Finding = Answered['PartnerFinding'];
export type DryRun = Answered['DryRun'];
export type Withdrawal = Sent['SupplierInvoiceWithdrawal'];
export type Answer = Sent['Answer'];
export type SupplierInvoiceEntry = Answered['SupplierInvoiceEntry'];
export type SupplierInvoiceRecord = Answered['SupplierInvoiceRecord'];
export type SupplierInvoicePage = Answered['SupplierInvoiceList'];
export type SupplierInvoiceFilter = QueryOf<'/supplierinvoices/supplierinvoices'>;
export type SupplierInvoiceReceipt = Answered['SupplierInvoiceReceipt'];
export type WorkOrderEntry = Answered['WorkOrderEntry'];
export type WorkOrderPage = Answered['WorkOrderList'];
export type WorkOrderFilter = QueryOf<'/doorway/v1/projects/workorder'>;
export type Reconciliation = Sent['Reconciliation'];
export type ReconciliationResult = Answered['ReconciliationResult'];
export type SandboxDecision = Sent['SandboxDecision'];
export type SandboxAnswer = Answered['SandboxAnswer'];
export type Checklist = Answered['Checklist'];
export type Me = Answered['Me'];
export type OwnCall = Answered['OwnCall'];
export type OwnWebhookForm = Sent['OwnWebhookForm'];
export type OwnWebhookPatch = Sent['OwnWebhookPatch'];
export type OwnWebhookCreated = Answered['OwnWebhookCreated'];
export type OwnWebhookSecret = Answered['OwnWebhookSecret'];
export type OwnWebhookChanged = Answered['OwnWebhookChanged'];
export type OwnWebhook = Answered['OwnWebhook'];
export type OwnDelivery = Answered['OwnDelivery'];
export type OwnDeliveryPage = Answered['OwnDeliveries'];
export type OwnCallPage = Answered['OwnCalls'];
export type OwnCallFilter = QueryOf<'/doorway/v1/calls'>;

type Messages = answered.webhooks;
/**
 * An event of a record of yours. In a `switch` on `type`, `data` has the fields of that type; `default` is for
 * types that are added later.
 */
export type PartnerEvent = {
  [Type in keyof Messages]: Messages[Type]['post']['requestBody']['content']['application/json'];
}[keyof Messages];
export type PartnerEventPage = Omit<Answered['PartnerEvents'], 'events'> & { events: PartnerEvent[] };

/** Told with the answer of each creating call. */
export interface Tagged {
  /** Stands for the record as it was read. Not enumerable. Send it as `ifMatch` with a change of the record. */
  readonly etag: string;
}

export interface CreationDetails {
  traceId: string | undefined;
  /** One key for all attempts. Store it with your record if another process may repeat the call. */
  idempotencyKey: string;
  /** True if this is the answer of an earlier call with the same key. */
  isReplayed: boolean;
  /** Codes of what looks wrong in the record, such as `sum.total`. */
  findingCodes: string[];
  /** The SHA-256 of the bytes that were sent, the JSON or the file, in hexadecimal. A receipt names it for the JSON. */
  sha256: string;
}

export type SupplierCreated = Answered['SupplierCreated'] & CreationDetails;
export type SupplierInvoiceCreated = Answered['SupplierInvoiceCreated'] & CreationDetails;
export type AttachmentCreated = Answered['AttachmentCreated'] & CreationDetails;
export type SupplierUpdated = Answered['SupplierUpdated'] & CreationDetails;
export type SupplierInvoiceWithdrawn = Answered['SupplierInvoiceWithdrawn'] & CreationDetails;
export type AnswerReceived = Answered['AnswerReceived'] & CreationDetails;
export type WorkOrderCreated = Answered['WorkOrderCreated'] & CreationDetails;
