import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { areTablesDistributed } from '../ground/db/citus/cluster.ts';
import { ownTables, rebuiltTables } from '../keeping/archive/manifest.ts';
import { digestsOf } from '../keeping/move/digests.testing.ts';
import { attemptMove, moveDatabase, type MoveOptions } from '../keeping/move/move.ts';
import { citusUrl, createClusterDatabase } from '../testing/citus.ts';
import { openOwnDoor, paths, type Door } from '../testing/door.ts';
import { fillTables } from '../testing/generated-rows.ts';

/** One invoice after the other until the source refuses writes; returns the ids that were acknowledged. */
async function send(door: Door, token: string): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let at = 0; ; at += 1) {
    const body = { externalReferenceId: `during ${at}`, supplierNumber: '1', totalPrice: 10.25 };
    const answer = await door.call('POST', paths.invoices, { token, body });
    if (answer.status === 503) return acknowledged;
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    acknowledged.push(answer.body.id as string);
  }
}

async function eventsWithGaps(pool: Pool, companies: CompanyId[]): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `SELECT company_id, count(*), min(seq), max(seq), event_seq FROM events JOIN company_counters USING (company_id)
     WHERE company_id = ANY ($1) GROUP BY company_id, event_seq
     HAVING count(*) <> max(seq) - min(seq) + 1 OR max(seq) <> event_seq`,
    [companies],
  );
  return rows;
}

it.skipIf(citusUrl === undefined)(
  'a move onto a cluster, killed while it copies and while it compares, brings every row that was acknowledged',
  async () => {
    const door = await openOwnDoor('A move takes the whole database.');
    onTestFinished(() => door.close());
    const other = await door.addCompany('Other');
    for (const token of [door.token, other.token])
      await door.call('POST', paths.suppliers, { token, body: { number: '1', name: 'Eken' } });
    const files = { hashes: [randomBytes(32)], size: 10 };
    await fillTables(door.pool, { seed: 26, without: [...ownTables, ...rebuiltTables], files });
    const target = await createClusterDatabase();
    onTestFinished(() => target.drop());
    const deps = { source: door.database.connection, target: target.connection };

    const senders = [send(door, door.token), send(door, other.token)];
    const killed = (options: MoveOptions) => expect(attemptMove(deps, options)).rejects.toThrow('killed');
    let paces = 0;
    await killed({ pace: () => (++paces > 20 ? Promise.reject(new Error('killed')) : Promise.resolve()) });
    await killed({ onStep: (step) => (step === 'verify' ? Promise.reject(new Error('killed')) : undefined) });
    const result = await moveDatabase(deps);
    const acknowledged = (await Promise.all(senders)).flat();

    expect(result.rows).toBeGreaterThan(1_000);
    expect(await digestsOf(deps.target)).toEqual(await digestsOf(deps.source));
    const pool = createPool({ connection: deps.target, size: 1, onIdleError: () => undefined });
    onTestFinished(() => pool.end());
    expect(await areTablesDistributed(pool)).toBe(true);
    const { rows } = await pool.query('SELECT FROM supplier_invoices WHERE id = ANY ($1)', [acknowledged]);
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(rows).toHaveLength(acknowledged.length);
    expect(await eventsWithGaps(pool, [door.company, other.id])).toEqual([]);
  },
);
