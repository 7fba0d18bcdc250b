export { Doorway, type DoorwayOptions } from './client.ts';
export type { ClientCredentials } from './access.ts';
export type { CreateOptions } from './caller.ts';
export type { Calls } from './calls.ts';
export { Decimal, type Amount, type DecimalLike } from './decimal.ts';
export {
  AuthenticationError,
  ConflictError,
  DoorwayError,
  NetworkError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  ValidationError,
  type Problem,
} from './errors.ts';
export type { EventOptions, Events } from './events.ts';
export type { BlobLike, ByteStream, FileOptions, FileSource } from './files.ts';
export type { Invoices } from './invoices.ts';
export { readJson } from './json.ts';
export type { FollowOptions, Listing, Page, PageOptions } from './listing.ts';
export type { OwnWebhooks } from './own-webhooks.ts';
export type { Sandbox } from './sandbox.ts';
export type { ChangeOptions, Suppliers } from './suppliers.ts';
export type { Hooks, ResponseAbout, Retry } from './transport.ts';
export {
  ReceiptVerificationError,
  verifyReceipt,
  type Receipt,
  type ReceiptKey,
  type ReceiptOptions,
} from './receipts.ts';
export type { CallOptions, Rehearsal, RequestAbout } from './request.ts';
export type * from './types.ts';
export {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookEvent,
  type WebhookOptions,
  type WebhookRequest,
} from './webhooks.ts';
export type { WorkOrders } from './work-orders.ts';
