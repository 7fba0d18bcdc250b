import { lockCounters, stepCounters } from '../events/counters.ts';
import type { Followers } from '../events/followers.ts';
import { retryOnConflict } from '../ground/db/failures.ts';
import { batchInsert, createdAt, withCreatedAt, type WithCreatedAt, type Column } from '../ground/db/batch-insert.ts';
import { first } from '../ground/db/sql.ts';
import { companyTransaction, type CompanyId, type Db, type Pool, touchesRow } from '../ground/db/pool.ts';

/** A request's Idempotency-Key with the fingerprint of its body. */
export interface IdempotencyKey {
  partnerId: string;
  key: string;
  operation: string;
  fingerprint: Buffer;
}

export type Created<Answer> = { created: Answer };
export interface KeyUse<Answer> {
  operation: string;
  subjectId: string | undefined;
  answer: Answer | undefined;
}
/** `refused` only says that the row was not written; the caller finds out why. */
export type Outcome<Answer> = Created<Answer> | { replayed: Answer } | { keyTaken: KeyUse<Answer> } | { refused: true };

export interface KeyedItem {
  key: IdempotencyKey | undefined;
  /** The record's identifier once it is created. */
  subjectId: string;
}

/**
 * Inserts the items that can be inserted, with their events. The answers are in the order of the items. The company's
 * counters are locked.
 */
export type Insert<Item, Answer> = (tx: Db, company: CompanyId, items: Item[]) => Promise<(Answer | undefined)[]>;

/**
 * Writes items so that each key leads to at most one record. Keys are claimed under the lock of the company's counters, so
 * nobody waits for an unfinished key, and released if the record was refused: a failed request leaves nothing behind.
 */
export async function writeOnce<Item extends KeyedItem, Answer>(
  pool: Pool,
  company: CompanyId,
  items: Item[],
  insert: Insert<Item, Answer>,
): Promise<Outcome<Answer>[]> {
  const keys = items.flatMap(({ key }) => key ?? []);
  return companyTransaction(pool, company, async (tx) => {
    await lockCounters(tx, company);
    const claimed = keys.length === 0 ? new Set<string>() : await claim(tx, company, keys);
    const admitted = items.filter(({ key }) => key === undefined || claimed.delete(nameOf(key)));
    const answers = admitted.length === 0 ? [] : await insert(tx, company, admitted);
    const outcomes = new Map(admitted.map((item, at) => [item, asOutcome(answers[at])]));
    await settle(tx, company, admitted, outcomes);
    const others = items.flatMap((item) => (outcomes.has(item) ? [] : [item.key as IdempotencyKey]));
    const uses =
      others.length === 0 ? new Map<IdempotencyKey, Outcome<Answer>>() : await readKeyUses<Answer>(tx, company, others);
    // Without a use, the key occurred twice in this batch and its first item was refused.
    return items.map((item) => outcomes.get(item) ?? uses.get(item.key as IdempotencyKey) ?? { refused: true });
  });
}

/**
 * Writes one item in the same way, and wakes the followers if it was created. `insert` answers undefined if the item
 * cannot be written.
 */
export async function writeAlone<Item extends KeyedItem, Answer>(
  { pool, followers }: { pool: Pool; followers: Followers },
  company: CompanyId,
  item: Item,
  insert: (tx: Db, company: CompanyId, item: Item) => Promise<Answer | undefined>,
): Promise<Outcome<Answer>> {
  const outcomes = await retryOnConflict(() =>
    writeOnce<Item, Answer>(pool, company, [item], async (tx) => [await insert(tx, company, item)]),
  );
  const outcome = outcomes[0] as Outcome<Answer>;
  if ('created' in outcome) followers.wake(company);
  return outcome;
}

const asOutcome = <Answer>(answer: Answer | undefined): Outcome<Answer> =>
  answer === undefined ? { refused: true } : { created: answer };

const nameOf = ({ partnerId, key }: IdempotencyKey) => `${partnerId} ${key}`;

const claimColumns: Column<WithCreatedAt<{ key: IdempotencyKey }>>[] = [
  { name: 'partner_id', type: 'uuid', of: ({ key }) => key.partnerId },
  { name: 'key', type: 'text', of: ({ key }) => key.key },
  { name: 'operation', type: 'text', of: ({ key }) => key.operation },
  { name: 'fingerprint', type: 'bytea', of: ({ key }) => `\\x${key.fingerprint.toString('hex')}` },
  createdAt,
];

const insertClaims = batchInsert<WithCreatedAt<{ key: IdempotencyKey }>, { partner_id: string; key: string }>(
  'claim-idempotency-keys',
  'idempotency_keys',
  claimColumns,
  'ON CONFLICT DO NOTHING RETURNING partner_id, key',
);

async function claim(tx: Db, company: CompanyId, keys: IdempotencyKey[]): Promise<Set<string>> {
  const claims = keys.map((key) => ({ key }));
  const rows = await insertClaims(tx, company, withCreatedAt(claims, new Date()));
  return new Set(rows.map((row) => nameOf({ partnerId: row.partner_id, key: row.key } as IdempotencyKey)));
}

interface KeyedAnswer {
  id: string;
  key: IdempotencyKey | undefined;
  answer: object;
}

const insertAnswered = batchInsert<WithCreatedAt<KeyedAnswer & { key: IdempotencyKey }>, { id: string }>(
  'insert-idempotency-keys',
  'idempotency_keys',
  [
    ...claimColumns,
    { name: 'answer', type: 'jsonb', of: ({ answer }) => JSON.stringify(answer) },
    { name: 'subject_id', type: 'text', of: ({ id }) => id },
  ],
  'ON CONFLICT DO NOTHING RETURNING subject_id AS id',
);

/**
 * Creates the records that have no Idempotency-Key or a free one, and keeps the keys of those that `insert` has created.
 * Returns these. The company's counters are locked.
 */
export async function insertKeyed<Item extends KeyedAnswer>(
  tx: Db,
  company: CompanyId,
  items: readonly Item[],
  now: Date,
  insert: (free: Item[]) => Promise<{ id: string }[]>,
): Promise<Item[]> {
  const keyed = items.flatMap(({ id, key, answer }) => (key === undefined ? [] : [{ id, key, answer }]));
  const kept = new Set((await insertAnswered(tx, company, withCreatedAt(keyed, now))).map(({ id }) => id));
  const free = items.filter(({ id, key }) => key === undefined || kept.has(id));
  const stored = new Set((await insert(free)).map(({ id }) => id));
  const refused = free.flatMap(({ id, key }) => (stored.has(id) ? [] : (key ?? [])));
  await dropKeys(tx, company, refused);
  return free.filter(({ id }) => stored.has(id));
}

async function settle<Item extends KeyedItem, Answer>(
  tx: Db,
  company: CompanyId,
  admitted: Item[],
  outcomes: Map<Item, Outcome<Answer>>,
): Promise<void> {
  const kept: [IdempotencyKey, answer: string, subjectId: string][] = [];
  const dropped: IdempotencyKey[] = [];
  for (const item of admitted) {
    const outcome = outcomes.get(item);
    if (item.key === undefined || outcome === undefined) continue;
    if ('created' in outcome) kept.push([item.key, JSON.stringify(outcome.created), item.subjectId]);
    else dropped.push(item.key);
  }
  if (kept.length > 0) {
    await stepCounters(tx, company, { invoices: 1 });
    await tx.query({
      name: 'settle-idempotency-keys',
      text: `UPDATE idempotency_keys AS stored SET answer = input.answer, subject_id = input.subject_id
             FROM unnest($2::uuid[], $3::text[], $4::jsonb[], $5::text[]) AS input (partner_id, key, answer, subject_id)
             WHERE stored.company_id = $1 AND stored.partner_id = input.partner_id AND stored.key = input.key`,
      values: [
        company,
        kept.map(([key]) => key.partnerId),
        kept.map(([key]) => key.key),
        kept.map(([, answer]) => answer),
        kept.map(([, , subjectId]) => subjectId),
      ],
    });
  }
  await dropKeys(tx, company, dropped);
}

async function dropKeys(tx: Db, company: CompanyId, keys: IdempotencyKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.query({
    name: 'drop-idempotency-keys',
    text: `DELETE FROM idempotency_keys AS stored USING unnest($2::uuid[], $3::text[]) AS input (partner_id, key)
           WHERE stored.company_id = $1 AND stored.partner_id = input.partner_id AND stored.key = input.key`,
    values: [company, keys.map(({ partnerId }) => partnerId), keys.map(({ key }) => key)],
  });
}

export const isKeyUsed = (db: Db, company: CompanyId, { partnerId, key }: IdempotencyKey): Promise<boolean> =>
  touchesRow(db, {
    name: 'find-idempotency-key',
    text: 'SELECT FROM idempotency_keys WHERE company_id = $1 AND partner_id = $2 AND key = $3',
    values: [company, partnerId, key],
  });

/** Earlier uses of the keys; free keys are missing. */
export async function readKeyUses<Answer>(
  db: Db,
  company: CompanyId,
  keys: readonly IdempotencyKey[],
): Promise<ReadonlyMap<IdempotencyKey, Outcome<Answer>>> {
  // Old rows have no subject_id; their answer contains the id, except for suppliers.
  const { rows } = await db.query<{
    ordinal: string;
    operation: string;
    fingerprint: Buffer;
    answer: Answer | null;
    subjectId: string | null;
  }>({
    name: 'read-idempotency-keys',
    text: `SELECT ordinal, operation, fingerprint, answer, coalesce(subject_id, answer ->> 'id') AS "subjectId"
           FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS input (partner_id, key, ordinal)
           JOIN idempotency_keys AS used
             ON used.company_id = $1 AND used.partner_id = input.partner_id AND used.key = input.key`,
    values: [company, keys.map(({ partnerId }) => partnerId), keys.map(({ key }) => key)],
  });
  return new Map(
    rows.map(({ ordinal, operation, fingerprint, answer, subjectId }) => {
      const key = keys[Number(ordinal) - 1] as IdempotencyKey;
      const isSame = operation === key.operation && fingerprint.equals(key.fingerprint);
      return [
        key,
        isSame && answer !== null
          ? { replayed: answer }
          : { keyTaken: { operation, subjectId: subjectId ?? undefined, answer: answer ?? undefined } },
      ];
    }),
  );
}

/**
 * Input columns for a statement that creates a batch of records and stores their keys. The input must also have
 * partner_id.
 */
export const keyColumns: Column<{ key: IdempotencyKey | undefined; answer: object }>[] = [
  { name: 'key', type: 'text', of: ({ key }) => key?.key },
  { name: 'operation', type: 'text', of: ({ key }) => key?.operation },
  { name: 'fingerprint', type: 'bytea', of: ({ key }) => key && `\\x${key.fingerprint.toString('hex')}` },
  { name: 'answer', type: 'jsonb', of: ({ key, answer }) => (key === undefined ? 'null' : JSON.stringify(answer)) },
];

/** For a statement with `keyColumns` and the company: whether the key of a row is free. */
export const isKeyFree = `${first(
  {
    table: 'idempotency_keys',
    columns: ['partner_id', 'key'],
    values: ['input.partner_id', 'input.key'],
    company: 'input.company_id',
  },
  'true',
)} IS NULL`;
