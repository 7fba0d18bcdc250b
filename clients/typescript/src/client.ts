import { anonymous, basic, bearer, clientCredentials, formBody, type ClientCredentials } from './access.ts';
import { Caller } from './caller.ts';
import { Calls } from './calls.ts';
import { Events } from './events.ts';
import { Invoices } from './invoices.ts';
import { Sandbox } from './sandbox.ts';
import { Suppliers } from './suppliers.ts';
import { Transport, type CallOptions, type Retry, type TransportOptions } from './transport.ts';
import type { Me, Reconciliation, ReconciliationResult } from './types.ts';
import { WorkOrders } from './work-orders.ts';

interface Settings {
  /** For example https://partners.example.com, with the base path if there is one. */
  baseUrl: string;
  /** For a whole call with all attempts and waits. 120,000 by default; 15 minutes for a file. */
  timeoutMs?: number;
  /** For one attempt. 30,000 by default; 5 minutes for a file. */
  attemptTimeoutMs?: number;
  /** 5 by default; 0 for none. */
  maxRetries?: number;
  /** Before the first retry; doubled for each further one, up to 30 s. 500 by default. */
  firstWaitMs?: number;
  /** Called before each wait for another attempt, for your log. */
  onRetry?: (retry: Retry) => void;
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
  readonly sandbox: Sandbox;
  readonly #caller: Caller;
  readonly #transport: Transport;

  constructor(options: DoorwayOptions) {
    const {
      baseUrl,
      timeoutMs = 120_000,
      attemptTimeoutMs = 30_000,
      maxRetries = 5,
      firstWaitMs = 500,
      onRetry,
    } = options;
    this.#transport = new Transport({
      baseUrl: checkedUrl(baseUrl),
      timeoutMs,
      attemptTimeoutMs,
      maxRetries,
      firstWaitMs,
      onRetry,
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    });
    const access = 'token' in options ? bearer(options.token) : clientCredentials(options, this.#transport);
    const caller = new Caller(this.#transport, access);
    this.suppliers = new Suppliers(caller);
    this.invoices = new Invoices(caller);
    this.workOrders = new WorkOrders(caller);
    this.calls = new Calls(caller);
    this.events = new Events(caller);
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

  /** Makes a token that was fetched with client credentials invalid at once. */
  async revokeToken(token: string, credentials: ClientCredentials): Promise<void> {
    await this.#transport.send(
      { operation: 'POST /oauth/revoke', body: formBody({ token }), isRepeatable: true, options: {} },
      anonymous(basic(credentials)),
    );
  }
}

function checkedUrl(text: string): string {
  const { protocol, search, hash } = new URL(text);
  if (!['http:', 'https:'].includes(protocol) || search !== '' || hash !== '')
    throw new TypeError('baseUrl is an address such as https://partners.example.com.');
  return text.replace(/\/+$/, '');
}
