import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, it } from 'vitest';
import type { Cluster } from './cluster.ts';
import { CompanyPool } from './company-pool.ts';
import type { Host } from '../connect/address.ts';
import type { CompanyId } from '../pool.ts';

const [here, there, unknown] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [
  CompanyId,
  CompanyId,
  CompanyId,
];

/** A pool whose connections answer each statement with the name of the node that they lead to. */
function openPool(owners: Map<unknown, Host>, failures: string[] = []) {
  class NodeClient extends EventEmitter {
    /** The pool keeps only connections that can be used again. */
    readonly _queryable = true;
    #node = 'coordinator';
    readonly #options: { primary?: { find(): Promise<Host> } };

    constructor(options: { primary?: { find(): Promise<Host> } }) {
      super();
      this.#options = options;
    }

    connect(connected: () => void): void {
      void (async () => {
        const host = await this.#options.primary?.find();
        if (host !== undefined) this.#node = `${host.host}:${host.port}`;
        connected();
      })();
    }

    query(...args: unknown[]): unknown {
      const code = failures.shift();
      const error = code === undefined ? undefined : Object.assign(new Error(code), { code });
      const result = { rows: [this.#node] };
      const last = args.at(-1);
      return typeof last === 'function' ? last(error, result) : Promise.resolve(result);
    }

    end(ended?: () => void): void {
      ended?.();
    }
  }
  const cluster: Cluster = { ownerOf: (value) => owners.get(value), workers: () => [], refresh: () => undefined };
  return new CompanyPool(cluster, { Client: NodeClient as unknown as typeof pg.Client });
}

const owners = () =>
  new Map<unknown, Host>([
    [here, { host: 'one', port: 5432 }],
    [there, { host: 'two', port: 5433 }],
  ]);

it('a statement whose first parameter is a company goes to its worker, and any other to the coordinator', async () => {
  const pool = openPool(owners());
  const nodeOf = async (...args: unknown[]) => ((await pool.query(...args)) as { rows: string[] }).rows[0];
  expect(await nodeOf('SELECT $1', [here])).toBe('one:5432');
  expect(await nodeOf({ name: 'named', text: 'SELECT $1', values: [there, here] })).toBe('two:5433');
  expect(await nodeOf({ text: 'SELECT $1' }, [there])).toBe('two:5433');
  for (const values of [[unknown], [null, here], [[here]], []])
    expect(await nodeOf('SELECT $1', values)).toBe('coordinator');
  expect(await nodeOf('SELECT 1')).toBe('coordinator');
  await pool.end();
});

it('a connection leads to the coordinator, and one for a company to its worker', async () => {
  const pool = openPool(owners());
  const nodeOf = async (connecting: Promise<pg.PoolClient>) => {
    const client = await connecting;
    const { rows } = (await client.query('SELECT 1')) as { rows: unknown[] };
    client.release();
    return rows[0];
  };
  expect(await nodeOf(pool.connect())).toBe('coordinator');
  expect(await nodeOf(pool.of(there).connect())).toBe('two:5433');
  expect(await nodeOf(pool.of(unknown).connect())).toBe('coordinator');
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([2, 2, 0]);
  await pool.end();
});

it('a company that moved is asked for at its new worker', async () => {
  const moving = owners();
  const pool = openPool(moving);
  expect(await pool.query('SELECT $1', [here])).toEqual({ rows: ['one:5432'] });
  moving.set(here, { host: 'two', port: 5433 });
  expect(await pool.query('SELECT $1', [here])).toEqual({ rows: ['two:5433'] });
  await pool.end();
});

it('a listener hears the errors of idle connections to every node, also to those that are opened later', async () => {
  const pool = openPool(owners());
  const heard: string[] = [];
  await pool.query('SELECT $1', [here]);
  pool.on('error', (error: Error) => heard.push(error.message));
  await pool.query('SELECT 1');
  await pool.query('SELECT $1', [there]);
  for (const company of [here, there, unknown]) {
    const client = await pool.of(company).connect();
    client.release();
    client.emit('error', new Error(`lost ${company[0]}`));
  }
  expect(heard).toEqual(['lost 1', 'lost 2', 'lost 3']);
  await pool.end();
});

it('a statement by itself is repeated after a deadlock, and after nothing else', async () => {
  const pool = openPool(owners(), ['40P01', '40P01']);
  expect(await pool.query('SELECT $1', [here])).toEqual({ rows: ['one:5432'] });
  const others = [Array(5).fill('40P01'), ['23505']].map((codes) => openPool(owners(), codes));
  await expect(others[0]?.query('SELECT')).rejects.toThrow('40P01');
  await expect(others[1]?.query('SELECT')).rejects.toThrow('23505');
  await Promise.all([pool, ...others].map((each) => each.end()));
});
