import pino from 'pino';
import { expect, onTestFinished } from 'vitest';
import type { Door } from './door.ts';
import { openReceiver, type Behaviour, type ReceivedMessage, type Receiver } from './receiver.ts';
import { readConfig } from '../config.ts';
import { companyTransaction, type Db } from '../ground/db/pool.ts';
import { newId } from '../ground/db/ids.ts';
import { startWebhooks, type DeliveryLimits } from '../jobs/webhooks.ts';
import { newSecret } from '../webhooks/secrets.ts';
import { insertEndpoint, type Endpoint } from '../webhooks/store.ts';

export const allowing = { WEBHOOKS_ALLOW_PRIVATE: 'true', WEBHOOKS_ALLOW_HTTP: 'true' };

/** Delivers until the test ends or the returned function is called. */
export function startDelivering(
  { pool, followers, sealingKeys }: Door,
  env: Record<string, string> = allowing,
  limits?: DeliveryLimits,
): () => Promise<void> {
  const log = pino({ level: 'silent' });
  const stop = startWebhooks({ pool, followers, config: readConfig(env), sealingKeys, log }, limits);
  let stopped: Promise<void> | undefined;
  const stopOnce = () => (stopped ??= stop());
  onTestFinished(stopOnce);
  return stopOnce;
}

export async function receiverForThisTest(behave?: Behaviour): Promise<Receiver> {
  const receiver = await openReceiver(behave);
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  return receiver;
}

export interface TestEndpoint {
  id: string;
  secret: string;
}

/** Receives the events after `since`. */
export async function addEndpoint(
  { pool, company }: Pick<Door, 'company'> & { pool: Db },
  url: string,
  { partnerId = null, types = [], since = 0 }: Partial<Pick<Endpoint, 'partnerId' | 'types'>> & { since?: number } = {},
): Promise<TestEndpoint> {
  const [id, secret] = [newId(), newSecret()];
  const createdBy = newId();
  await insertEndpoint(pool, company, { id, partnerId, url, types, secret, createdBy }, String(since), new Date());
  return { id, secret };
}

/** The events have no records in other tables. */
export async function recordEvents({ pool, company, followers }: Door, many: number, more: object = {}): Promise<void> {
  await companyTransaction(pool, company, async (tx) => {
    await tx.query('UPDATE company_counters SET event_seq = event_seq + $2 WHERE company_id = $1', [company, many]);
    await tx.query(
      `INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
       SELECT company_id, event_seq - cardinality($2::uuid[]) + n, id, 'supplier.created', 2, id, $4::jsonb, $3
       FROM company_counters CROSS JOIN unnest($2::uuid[]) WITH ORDINALITY AS event (id, n) WHERE company_id = $1`,
      [
        company,
        Array.from({ length: many }, newId),
        new Date(),
        { number: '1', name: 'One', by: { name: 'the command line' }, ...more },
      ],
    );
  });
  followers.wake(company);
}

export const numbersOf = (received: ReceivedMessage[]): number[] =>
  received.map(({ body }) => (JSON.parse(body) as { seq: number }).seq);

export const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

export interface KeptAttempt {
  seq: string;
  status: number | null;
  error: string | null;
  answer: string | null;
  triedAt: Date;
}

export async function attemptsOf({ pool }: { pool: Db }, endpointId: string): Promise<KeptAttempt[]> {
  const { rows } = await pool.query<KeptAttempt>(
    'SELECT seq, status, error, answer, tried_at AS "triedAt" FROM webhook_attempts WHERE endpoint_id = $1 ORDER BY id',
    [endpointId],
  );
  return rows;
}

export async function positionOf({ pool }: { pool: Db }, endpointId: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `SELECT position.seq::int, tries, failing_since, next_try_at, lease, delivered_at, switched_off_for
     FROM webhook_positions AS position JOIN webhook_endpoints USING (company_id)
     WHERE id = endpoint_id AND endpoint_id = $1`,
    [endpointId],
  );
  return rows[0] as Record<string, unknown>;
}

/** Also checks that each number arrived once and in order. */
export async function expectInOrder(receiver: Receiver, last: number, timeout = 150_000): Promise<void> {
  await expect.poll(() => numbersOf(receiver.received), { timeout }).toEqual(upTo(last));
}
