import { randomBytes } from 'node:crypto';
import type { Doorway } from './client.ts';
import type { PartnerEvent } from './types.ts';
import { signatureOf } from './webhooks.ts';

export interface ListenOptions {
  /** The number of an event: print those after it. From now on if it is missing. */
  after?: number;
  /** The address that gets each event as a webhook. */
  forwardTo?: string;
  secret: string;
  /** Print each event as a line of JSON. */
  json?: boolean;
  signal: AbortSignal;
  print: (line: string) => void;
  /** Progress and failures, which are no output. */
  say: (line: string) => void;
}

export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

const forwardTimeoutMs = 20_000;

/** Prints events until the signal is aborted. Each one is forwarded before the next, and once. */
export async function listen(doorway: Doorway, options: ListenOptions): Promise<void> {
  const { signal, print, json = false, forwardTo } = options;
  const after = options.after ?? (await doorway.events.latest({ signal }));
  options.say(`Listening for events after number ${after}. Ctrl+C ends it.`);
  const following = doorway.events.follow({ after, signal, timeoutMs: 24 * 60 * 60_000, maxRetries: Infinity });
  for await (const event of following) {
    print(json ? JSON.stringify(event) : lineOf(event));
    if (forwardTo !== undefined) options.say(`  ${await forward(event, forwardTo, options)}`);
  }
}

function lineOf({ seq, timestamp, type, data }: PartnerEvent): string {
  const { externalReferenceId, reference, reason } = data as Record<string, string | undefined>;
  return [seq, timestamp, type, externalReferenceId ?? reference, reason]
    .filter((field) => field !== undefined)
    .map((field) => String(field).replaceAll(/\p{Cc}/gu, ' '))
    .join('  ');
}

/** Returns what became of it. */
async function forward(event: PartnerEvent, url: string, { secret, signal }: ListenOptions): Promise<string> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const begunAt = performance.now();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatureOf(secret, event.id, timestamp, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(forwardTimeoutMs)]),
    });
    await response.body?.cancel();
    return `${url} answered ${response.status} in ${Math.round(performance.now() - begunAt)} ms`;
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return `${url} did not answer: ${cause?.code ?? message}`;
  }
}
