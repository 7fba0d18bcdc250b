import { createHmac, timingSafeEqual } from 'node:crypto';
import { readJson } from './json.ts';
import type { PartnerEvent } from './types.ts';

/** An event, or the message with which the company tries your endpoint. Answer types that you do not know with a 2xx. */
export type WebhookEvent =
  | PartnerEvent
  | (Pick<PartnerEvent, 'id' | 'seq' | 'timestamp'> & { type: 'webhook.test'; data: Record<string, unknown> });

export interface WebhookRequest {
  /** A Headers object, or the headers of a Node request. */
  headers: { get(name: string): string | null } | Record<string, string | string[] | undefined>;
  /** The body as it arrived, before it is parsed. */
  body: string | Uint8Array;
}

export interface WebhookOptions {
  /** One secret, or the old and the new one while the secret is being changed. */
  secret: string | readonly string[];
  /** How far the clocks may differ, and how old a message may be. 300 by default. */
  toleranceSeconds?: number;
  /** Only for tests. */
  now?: Date;
}

/** The message is not from the service, or too old. Answer with a 401, and do not act on it. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

const maxSignatures = 20;

/** Checks a webhook after the Standard Webhooks specification and returns its event. Throws if it is not genuine. */
export function verifyWebhook({ headers, body }: WebhookRequest, options: WebhookOptions): WebhookEvent {
  const { secret, toleranceSeconds = 300, now = new Date() } = options;
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ').slice(0, maxSignatures);
  const ageSeconds = now.getTime() / 1000 - Number(timestamp);
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('The webhook-timestamp is not a number.');
  if (Math.abs(ageSeconds) > toleranceSeconds)
    throw new WebhookVerificationError(
      `The webhook was sent ${Math.round(Math.abs(ageSeconds))} s ${ageSeconds > 0 ? 'ago' : 'in the future'}.`,
    );
  const expected = [secret].flat().map((one) => signatureOf(one, id, timestamp, body));
  if (!signatures.some((signature) => expected.some((one) => isSame(one, signature))))
    throw new WebhookVerificationError('The webhook has no signature that was made with this secret.');
  return readJson(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent;
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const found = typeof headers.get === 'function' ? headers.get(name) : valueOf(headers, name);
  const value: unknown = Array.isArray(found) ? found[0] : found;
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

const valueOf = (headers: Record<string, unknown>, name: string) =>
  headers[name] ?? Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];

/** The value of `webhook-signature`. */
export function signatureOf(secret: string, id: string, timestamp: string, body: string | Uint8Array): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  // An empty key would accept what anybody can sign.
  if (key.length === 0) throw new TypeError('The secret of the webhook is empty.');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
