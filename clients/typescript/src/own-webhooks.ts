import type { Caller } from './caller.ts';
import { Listing, pagesUntilEnd } from './listing.ts';
import type { CallOptions } from './request.ts';
import type {
  OwnDelivery,
  OwnDeliveryPage,
  OwnWebhook,
  OwnWebhookChanged,
  OwnWebhookCreated,
  OwnWebhookForm,
  OwnWebhookPatch,
  OwnWebhookSecret,
} from './types.ts';

const path = (id: string) => ({ path: { id } });

/** Your own endpoints. The token needs the scope `webhooks:manage`. */
export class OwnWebhooks {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Keep the secret: no other answer has it. */
  create(webhook: OwnWebhookForm, options?: CallOptions): Promise<OwnWebhookCreated> {
    return this.#caller.once('POST /doorway/v1/webhooks', { body: webhook }, options);
  }

  async list(options?: CallOptions): Promise<OwnWebhook[]> {
    const { webhooks } = await this.#caller.repeatable<{ webhooks: OwnWebhook[] }>(
      'GET /doorway/v1/webhooks',
      {},
      options,
    );
    return webhooks;
  }

  get(id: string, options?: CallOptions): Promise<OwnWebhook> {
    return this.#caller.repeatable('GET /doorway/v1/webhooks/{id}', path(id), options);
  }

  /** Changes its address, its types or both. The secret stays. */
  change(id: string, patch: OwnWebhookPatch, options?: CallOptions): Promise<OwnWebhookChanged> {
    return this.#caller.repeatable('PATCH /doorway/v1/webhooks/{id}', { ...path(id), body: patch }, options);
  }

  delete(id: string, options?: CallOptions): Promise<OwnWebhookChanged> {
    return this.#caller.once('DELETE /doorway/v1/webhooks/{id}', path(id), options);
  }

  /** For 24 hours the former secret signs, too. */
  changeSecret(id: string, options?: CallOptions): Promise<OwnWebhookSecret> {
    return this.#caller.once('POST /doorway/v1/webhooks/{id}/secret', path(id), options);
  }

  pause(id: string, options?: CallOptions): Promise<OwnWebhookChanged> {
    return this.#caller.repeatable('POST /doorway/v1/webhooks/{id}/pause', path(id), options);
  }

  resume(id: string, options?: CallOptions): Promise<OwnWebhookChanged> {
    return this.#caller.repeatable('POST /doorway/v1/webhooks/{id}/resume', path(id), options);
  }

  /** Sends a message at once, and answers the attempt. */
  test(id: string, options?: CallOptions): Promise<OwnDelivery> {
    return this.#caller.once('POST /doorway/v1/webhooks/{id}/test', path(id), options);
  }

  /** Sends one event again, at once and with its own id. */
  resend(id: string, seq: number, options?: CallOptions): Promise<OwnDelivery> {
    return this.#caller.once('POST /doorway/v1/webhooks/{id}/resend', { ...path(id), body: { seq } }, options);
  }

  /** The attempts to send events, newest first. */
  deliveries(id: string, options?: CallOptions): Listing<OwnDelivery, OwnDeliveryPage> {
    const read = (after: string | undefined) =>
      this.#caller.repeatable<OwnDeliveryPage>(
        'GET /doorway/v1/webhooks/{id}/deliveries',
        { ...path(id), query: { after } },
        options,
      );
    return new Listing(
      () => pagesUntilEnd(read),
      ({ deliveries }) => deliveries,
    );
  }
}
