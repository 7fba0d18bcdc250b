import { anonymous, basic, bearer, clientCredentials, formBody, type ClientCredentials } from './access.ts';
import { Caller } from './caller.ts';
import { Calls } from './calls.ts';
import { Events } from './events.ts';
import { Invoices } from './invoices.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { Sandbox } from './sandbox.ts';
import { Suppliers } from './suppliers.ts';
import { keyIdOf, verifyReceipt, type Receipt, type ReceiptKey, type ReceiptOptions } from './receipts.ts';
import type { CallOptions } from './request.ts';
import { Transport, type Hooks, type TransportOptions } from './transport.ts';
import type { Me, Reconciliation, ReconciliationResult } from './types.ts';
import { WorkOrders } from './work-orders.ts';

interface Settings extends Hooks {
  /** For example https://partners.example.com, with the base path if there is one. */
  baseUrl: string;
  /**
   * For a whole call with all attempts and waits. 5 minutes by default for calls with an Idempotency-Key, 15 for a file,
   * and 2 for others.
   */
  timeoutMs?: number;
  /** For one attempt. 30,000 by default; 5 minutes for a file. */
  attemptTimeoutMs?: number;
  /** By default 5, and as many as the time allows with an Idempotency-Key; 0 for none. */
  maxRetries?: number;
  /** Before the first retry, or what Retry-After asks for if that is longer; doubled up to 30 s. 500 by default. */
  firstWaitMs?: number;
  /** Characters of answers with an ETag that are kept, so that an unchanged record is not sent again. 4,000,000 by default. */
  maxKeptCharacters?: number;
  /** Replaces the built-in fetch, for example to use a proxy. */
  fetch?: TransportOptions['fetch'];
}

/** With an access token, or with client credentials, for which the client fetches tokens itself. */
export type DoorwayOptions = Settings & ({ token: string } | ClientCredentials);

/** A client of the partner interface. One is enough for a process. */
export class Doorway {
  readonly suppliers: Suppliers;
  readonly invoices: Invoices;
  readonly workOrders: WorkOrders;
  readonly calls: Calls;
  readonly events: Events;
  readonly webhooks: OwnWebhooks;
  readonly sandbox: Sandbox;
  readonly #caller: Caller;
  readonly #transport: Transport;
  readonly #baseUrl: string;
  #keys: readonly ReceiptKey[] = [];

  constructor(options: DoorwayOptions) {
    const { baseUrl, timeoutMs, maxRetries, onRequest, onResponse, onRetry } = options;
    this.#baseUrl = checkedUrl(baseUrl);
    this.#transport = new Transport({
      baseUrl: this.#baseUrl,
      attemptTimeoutMs: options.attemptTimeoutMs ?? 30_000,
      firstWaitMs: options.firstWaitMs ?? 500,
      maxKeptCharacters: options.maxKeptCharacters ?? 4_000_000,
      hooks: { ...(onRequest && { onRequest }), ...(onResponse && { onResponse }), ...(onRetry && { onRetry }) },
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(maxRetries !== undefined && { maxRetries }),
    });
    const access = 'token' in options ? bearer(options.token) : clientCredentials(options, this.#transport);
    const caller = new Caller(this.#transport, access);
    this.suppliers = new Suppliers(caller);
    this.invoices = new Invoices(caller);
    this.workOrders = new WorkOrders(caller);
    this.calls = new Calls(caller);
    this.events = new Events(caller);
    this.webhooks = new OwnWebhooks(caller);
    this.sandbox = new Sandbox(caller);
    this.#caller = caller;
  }

  /** Whose token this is, what it may do, and whether it is for a sandbox. */
  me(options?: CallOptions): Promise<Me> {
    return this.#caller.repeatable('GET /doorway/v1/me', {}, options);
  }

  /** Compares what you sent in a period with what the company has. */
  reconcile(reconciliation: Reconciliation, options?: CallOptions): Promise<ReconciliationResult> {
    return this.#caller.repeatable('POST /doorway/v1/reconciliations', { body: reconciliation }, options);
  }

  /**
   * Checks that a receipt is of these bytes, from you, with the keys that the service publishes, and returns what it
   * says. Throws a ReceiptVerificationError if not. Pass `issuer` if you reach the service at another address than the
   * one that it names in receipts.
   */
  async verifyReceipt(
    receipt: string,
    sent: ReceiptOptions['sent'],
    { issuer = this.#baseUrl, ...options }: CallOptions & { issuer?: string } = {},
  ): Promise<Receipt> {
    const { partner, sandbox } = await this.me(options);
    const kid = keyIdOf(receipt);
    if (!this.#keys.some((key) => key.kid === kid)) this.#keys = await this.#readKeys(options);
    return verifyReceipt(receipt, { issuer, partnerId: partner.id, sent, keys: this.#keys, isSandbox: sandbox });
  }

  async #readKeys(options: CallOptions): Promise<readonly ReceiptKey[]> {
    const { body } = await this.#transport.send(
      { operation: `GET ${keysPath}`, isRepeatable: true, options },
      anonymous(),
    );
    return (body as { keys: ReceiptKey[] }).keys;
  }

  /** Makes a token that was fetched with client credentials invalid at once. */
  async revokeToken(token: string, credentials: ClientCredentials): Promise<void> {
    await this.#transport.send(
      { operation: 'POST /oauth/revoke', body: formBody({ token }), isRepeatable: true, options: {} },
      anonymous(basic(credentials)),
    );
  }
}

const keysPath = '/.well-known/jwks.json';

function checkedUrl(text: string): string {
  const { protocol, search, hash } = new URL(text);
  if (!['http:', 'https:'].includes(protocol) || search !== '' || hash !== '')
    throw new TypeError('baseUrl is an address such as https://partners.example.com.');
  return text.replace(/\/+$/, '');
}
