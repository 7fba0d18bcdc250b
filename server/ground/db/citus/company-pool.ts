import pg from 'pg';
import type { Cluster } from './cluster.ts';
import type { Host } from '../connect/address.ts';
import type { CompanyId } from '../pool.ts';
import { isDeadlock } from '../failures.ts';
import { nameOfHost } from './workers.ts';
import { WorkerPool, type WorkerOptions } from './worker-pool.ts';

const probeIntervalMs = 1_000;

/**
 * Connections to the coordinator and to each worker. A statement whose first parameter is a company is sent straight to
 * the worker that has its rows: the coordinator has no work with it, and only a lost worker's own companies notice.
 */
export class CompanyPool implements Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
  readonly isDistributed = true;
  readonly #cluster: Cluster;
  readonly options: WorkerOptions;
  readonly #coordinator: pg.Pool;
  readonly #workers = new Map<string, WorkerPool>();
  readonly #listeners: Parameters<pg.Pool['on']>[] = [];
  readonly #probing: NodeJS.Timeout;

  constructor(cluster: Cluster, options: WorkerOptions) {
    this.#cluster = cluster;
    this.options = options;
    this.#coordinator = new pg.Pool(options);
    this.#probing = setInterval(() => this.#probeWorkers(), probeIntervalMs).unref();
  }

  /** Workers by address, and whether each is lost. */
  get workers(): [address: string, isLost: boolean][] {
    return [...this.#workers].map(([address, { isLost }]) => [address, isLost]);
  }

  /** The connections to the worker that has the company's rows. */
  of(company: CompanyId): pg.Pool {
    return this.#poolFor(company);
  }

  query(...args: any[]): any {
    const [statement, values] = args as [string | pg.QueryConfig, unknown[] | undefined];
    const [company] = (typeof statement === 'object' ? (statement.values ?? values) : values) ?? [];
    const pool = this.#poolFor(company) as { query(...args: any[]): any };
    return repeatedAfterDeadlock(() => pool.query(...args) as Promise<unknown>);
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
    clearInterval(this.#probing);
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
    const address = nameOfHost(owner);
    const known = this.#workers.get(address);
    if (known !== undefined) return known;
    const options: WorkerOptions = {
      ...this.options,
      primary: { find: () => Promise.resolve(owner), forget: () => undefined },
    };
    const pool = new WorkerPool(address, options);
    for (const listener of this.#listeners) pool.on(...listener);
    this.#workers.set(address, pool);
    return pool;
  }

  #probeWorkers(): void {
    this.#cluster.refresh(this.#coordinator);
    const present = new Set(this.#cluster.workers().map(nameOfHost));
    for (const [address, worker] of this.#workers) {
      if (present.has(address)) void worker.probe();
      else {
        this.#workers.delete(address);
        void worker.end();
      }
    }
  }
}

/**
 * For a statement that is a transaction by itself. Two writes that meet at a reference table, such as a new operator and
 * the session of another, can deadlock, because each of them locks all nodes.
 */
async function repeatedAfterDeadlock<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await ask();
    } catch (error) {
      if (tries === 5 || !isDeadlock(error)) throw error;
    }
}
