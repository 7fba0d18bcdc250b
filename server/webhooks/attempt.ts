import { setMaxListeners } from 'node:events';
import { payloadOf, type StoredEvent } from './payload.ts';
import { signatures } from './sign.ts';
import { openSecret } from './secrets.ts';
import type { Endpoint } from './store.ts';
import type { Config } from '../config.ts';
import { failures, judgeUrl, send, type SendResult } from '../ground/http/outside/outside.ts';
import { newId } from '../ground/db/ids.ts';
import type { SealingKeys } from '../ground/secrets/seal.ts';
import { version } from '../package.ts';

/** What keeps an event from being delivered; `secret`: no key opens the endpoint's secret, so nothing can be signed. */
export const attemptErrors = [...failures, 'secret'] as const;
export type AttemptError = (typeof attemptErrors)[number];

/** One try to tell an endpoint of an event. */
export interface Attempt {
  id: string;
  /** 0 for a test. */
  seq: string;
  eventId: string;
  type: string;
  triedAt: Date;
  tookMs: number;
  /** What it answered; null where it answered nothing. */
  status: number | null;
  /** Null where the event was delivered. */
  error: AttemptError | null;
  /** The first bytes of the answer. */
  answer: string | null;
}

/** Whom an event is sent to. */
export type Receiver = Pick<Endpoint, 'companyId' | 'id' | 'url' | 'partnerId' | 'secrets'>;

/** What sending needs to know. */
export interface Sender {
  config: Pick<Config, 'webhooksAllowHttp' | 'webhooksAllowPrivate'>;
  sealingKeys: SealingKeys;
}

const notSent = (error: AttemptError) => ({ error, status: undefined, answer: undefined, tookMs: 0 });

const { signal: never } = new AbortController();
setMaxListeners(0, never);

/** Sends an event as the Standard Webhooks specification says. Whatever goes wrong at the other end is an attempt; the signal rejects. */
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
  // What was allowed when the endpoint was made may not be any more.
  const judged = judgeUrl(url, { allowHttp, allowPrivate });
  const body = payloadOf(event, partnerId);
  const sent: Omit<SendResult, 'error'> & { error: AttemptError | undefined } =
    typeof judged === 'string'
      ? notSent(judged === 'port' ? 'port' : 'address')
      : secrets[0] === undefined
        ? notSent('secret')
        : await send(judged, {
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
