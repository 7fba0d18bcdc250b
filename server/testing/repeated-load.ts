import { expect } from 'vitest';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { paths, type Answer } from './door.ts';
import { isLongRun } from './long.ts';
import { breathe } from './time.ts';

export interface RunningLoad {
  name: string;
  /** Acknowledged ids by reference. */
  created: Map<string, string>;
  /** Statuses of calls that failed; 0 without an answer. */
  failures: number[];
  stop(): Promise<void>;
}

type Post = (path: string, body: object, headers: Record<string, string>) => Promise<Answer>;

/** Creates invoices until it is stopped. A failed call is repeated with its key until it succeeds. */
export function startLoad(post: Post, name: string): RunningLoad {
  let isOn = true;
  const load: Omit<RunningLoad, 'stop'> = { name, created: new Map(), failures: [] };
  const create = async (reference: string): Promise<void> => {
    const body = { externalReferenceId: reference, supplierNumber: '1' };
    const { status, body: answer } = await post(paths.invoices, body, { 'idempotency-key': reference }).catch(() => ({
      status: 0,
      body: undefined,
    }));
    if (status === 200) return void load.created.set(reference, answer.id as string);
    load.failures.push(status);
    await breathe();
    return create(reference);
  };
  const senders = Array.from({ length: isLongRun ? 4 : 2 }, async (_, sender) => {
    for (let n = 0; isOn; n++) await create(`${name} ${sender} ${n}`);
  });
  return {
    ...load,
    stop: async () => {
      isOn = false;
      await Promise.all(senders);
    },
  };
}

/** Each acknowledged invoice is there once, and the company's events have no gap. */
export async function expectStoredOnce(pool: Pool, company: CompanyId, { name, created }: RunningLoad): Promise<void> {
  const { rows } = await pool.query<{ reference: string; id: string }>(
    `SELECT external_reference_id AS reference, id FROM supplier_invoices
     WHERE company_id = $1 AND starts_with(external_reference_id, $2)`,
    [company, `${name} `],
  );
  expect(created.size).toBeGreaterThan(0);
  expect(new Map(rows.map(({ reference, id }) => [reference, id]))).toEqual(created);
  // In one statement, because a job may record an event meanwhile.
  const { rows: counts } = await pool.query<{ events: string; newest: string }>(
    `SELECT (SELECT count(*) FROM events WHERE company_id = $1) AS events,
            (SELECT event_seq FROM company_counters WHERE company_id = $1) AS newest`,
    [company],
  );
  expect(counts[0]?.events).toBe(counts[0]?.newest);
}
