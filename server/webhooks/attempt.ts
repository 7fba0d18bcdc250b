import { setMaxListeners } from 'node:events';
import { payloadOf, type StoredEvent } from './payload.ts';
import { signatures, openSecret } from './secrets.ts';
import type { Endpoint } from './store.ts';
import type { Config } from '../config.ts';
import { failures, judgeUrl, send, type SendResult } from '../ground/http/outside/outside.ts';
import { newId } from '../ground/db/ids.ts';
import type { SealingKeys } from '../ground/secrets/seal.ts';
import { version } from '../package.ts';

/** `secret`: no key opens the endpoint's secret, so nothing can be signed. */
export const attemptErrors = [...failures, 'secret'] as const;
export type AttemptError = (typeof attemptErrors)[number];

export interface Attempt {
  id: string;
  /** 0 for a test message. */
  seq: string;
  eventId: string;
  type: string;
  triedAt: Date;
  tookMs: number;
  status: number | null;
  error: AttemptError | null;
  /** The first bytes of the answer. */
  answer: string | null;
}

export type Receiver = Pick<Endpoint, 'companyId' | 'id' | 'url' | 'partnerId' | 'secrets'>;

export interface Sender {
  config: Pick<Config, 'webhooksAllowHttp' | 'webhooksAllowPrivate'>;
  sealingKeys: SealingKeys;
}

const unsent = (error: AttemptError) => ({ error, status: undefined, answer: undefined, tookMs: 0 });

const { signal: never } = new AbortController();
setMaxListeners(0, never);

/**
 * Sends an event as specified by Standard Webhooks. A failure of the endpoint is returned as an attempt; an aborted
 * signal rejects.
 */
export async function attempt(
  { config, sealingKeys }: Sender,
  receiver: Receiver,
  event: StoredEvent,
  { signal = never, timeoutMs }: { signal?: AbortSignal; timeoutMs?: number | undefined } = {},
): Promise<Attempt> {
  const { webhooksAllowHttp: allowHttp, webhooksAllowPrivate: allowPrivate } = config;
  const { url, partnerId } = receiver;
  const id = newId();
  const triedAt = new Date();
  const secrets = receiver.secrets.map((stored) => openSecret(sealingKeys, receiver, stored));
  // The settings may have changed since the endpoint was created.
  const target = judgeUrl(url, { allowHttp, allowPrivate });
  const body = payloadOf(event, partnerId);
  const sent: Omit<SendResult, 'error'> & { error: AttemptError | undefined } =
    typeof target === 'string'
      ? unsent(target === 'port' ? 'port' : 'address')
      : secrets[0] === undefined
        ? unsent('secret')
        : await send(target, {
            headers: {
              'content-type': 'application/json',
              'user-agent': `Doorway/${version}`,
              'webhook-id': event.id,
              'webhook-timestamp': String(Math.floor(triedAt.getTime() / 1000)),
              'webhook-signature': signatures(
                secrets.filter((secret) => secret !== undefined),
                event.id,
                triedAt,
                body,
              ),
            },
            body,
            allowPrivate,
            signal,
            timeoutMs,
          });
  const { tookMs, status = null, error = null, answer = null } = sent;
  return { id, seq: event.seq, eventId: event.id, type: event.type, triedAt, tookMs, status, error, answer };
}
