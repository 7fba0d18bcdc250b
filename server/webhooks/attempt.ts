import { setMaxListeners } from 'node:events';
import { payloadOf, type KeptEvent } from './payload.ts';
import { signatures } from './sign.ts';
import type { Endpoint } from './store.ts';
import type { Config } from '../config.ts';
import { judgeUrl, send, type Failure, type Sent } from '../ground/http/outside.ts';
import { newId } from '../ground/ids.ts';
import { version } from '../package.ts';

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
  error: Failure | null;
  /** The first bytes of the answer. */
  answer: string | null;
}

/** Whom an event is sent to. */
export type Receiver = Pick<Endpoint, 'url' | 'partnerId' | 'secrets'>;

type Allowing = Pick<Config, 'webhooksAllowHttp' | 'webhooksAllowPrivate'>;

const { signal: never } = new AbortController();
setMaxListeners(0, never);

/** Sends an event as the Standard Webhooks specification says. Whatever goes wrong at the other end is an attempt; the signal rejects. */
export async function attempt(
  { webhooksAllowHttp: allowHttp, webhooksAllowPrivate: allowPrivate }: Allowing,
  { url, partnerId, secrets }: Receiver,
  event: KeptEvent,
  { signal = never, timeoutMs }: { signal?: AbortSignal; timeoutMs?: number | undefined } = {},
): Promise<Attempt> {
  const id = newId();
  const triedAt = new Date();
  // What was allowed when the endpoint was made may not be any more.
  const judged = judgeUrl(url, { allowHttp, allowPrivate });
  const body = payloadOf(event, partnerId);
  const sent: Sent =
    typeof judged === 'string'
      ? { error: judged === 'port' ? 'port' : 'address', status: undefined, answer: undefined, tookMs: 0 }
      : await send(judged, {
          headers: {
            'content-type': 'application/json',
            'user-agent': `Doorway/${version}`,
            'webhook-id': event.id,
            'webhook-timestamp': String(Math.floor(triedAt.getTime() / 1000)),
            'webhook-signature': signatures(secrets, event.id, triedAt, body),
          },
          body,
          allowPrivate,
          signal,
          timeoutMs,
        });
  const { tookMs, status = null, error = null, answer = null } = sent;
  return { id, seq: event.seq, eventId: event.id, type: event.type, triedAt, tookMs, status, error, answer };
}
