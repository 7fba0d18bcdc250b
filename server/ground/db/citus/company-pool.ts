import pg from 'pg';
import type { Cluster } from './cluster.ts';
import type { Host } from '../connect/address.ts';
import type { Connection } from '../connect/client.ts';
import type { CompanyId } from '../db.ts';

type Options = Connection & pg.PoolConfig;

/**
 * Connections to the coordinator and to each worker. A statement whose first parameter is a company is sent straight to
 * the worker that has its rows: the coordinator has no work with it, and only a lost worker's own companies notice.
 */
export class CompanyPool implements Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
  readonly isDistributed = true;
  readonly #cluster: Cluster;
  readonly options: Options;
  readonly #coordinator: pg.Pool;
  readonly #workers = new Map<string, pg.Pool>();
  readonly #listeners: Parameters<pg.Pool['on']>[] = [];

  constructor(cluster: Cluster, options: Options) {
    this.#cluster = cluster;
    this.options = options;
    this.#coordinator = new pg.Pool(options);
  }

  /** The connections to the worker that has the company's rows. */
  of(company: CompanyId): pg.Pool {
    return this.#poolFor(company);
  }

  query(...args: any[]): any {
    const [statement, values] = args as [string | pg.QueryConfig, unknown[] | undefined];
    const [company] = (typeof statement === 'object' ? (statement.values ?? values) : values) ?? [];
    return (this.#poolFor(company) as { query(...args: any[]): any }).query(...args);
  }

  /** A connection to the coordinator. */
  connect(...args: any[]): any {
    return (this.#coordinator as { connect(...args: any[]): any }).connect(...args);
  }

  on(...listener: Parameters<pg.Pool['on']>): this {
    this.#listeners.push(listener);
    for (const pool of this.#pools) pool.on(...listener);
    return this;
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  get totalCount(): number {
    return this.#sum('totalCount');
  }

  get idleCount(): number {
    return this.#sum('idleCount');
  }

  get waitingCount(): number {
    return this.#sum('waitingCount');
  }

  #sum(count: 'totalCount' | 'idleCount' | 'waitingCount'): number {
    return this.#pools.reduce((sum, pool) => sum + pool[count], 0);
  }

  get #pools(): pg.Pool[] {
    return [this.#coordinator, ...this.#workers.values()];
  }

  #poolFor(value: unknown): pg.Pool {
    this.#cluster.refresh(this.#coordinator);
    const owner = this.#cluster.ownerOf(value);
    return owner === undefined ? this.#coordinator : this.#worker(owner);
  }

  #worker(owner: Host): pg.Pool {
    const name = `${owner.host}:${owner.port}`;
    const known = this.#workers.get(name);
    if (known !== undefined) return known;
    const options: Options = {
      ...this.options,
      primary: { find: () => Promise.resolve(owner), forget: () => undefined },
    };
    const pool = new pg.Pool(options);
    for (const listener of this.#listeners) pool.on(...listener);
    this.#workers.set(name, pool);
    return pool;
  }
}
