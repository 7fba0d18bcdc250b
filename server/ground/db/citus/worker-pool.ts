import pg from 'pg';
import type { Client, Connection } from '../connect/client.ts';

export type WorkerOptions = Connection & pg.PoolConfig;

/** A busy worker answers within this time; one that does not is tried once more. */
const probeTimeoutMs = 3_000;

type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void;

/**
 * Connections to one worker. While the worker is lost, callers fail at once: those that wait for a worker that hangs
 * would use up what companies of other workers need as well, such as memory and turns.
 */
export class WorkerPool extends pg.Pool {
  readonly #address: string;
  readonly #probes: pg.Pool;
  readonly #open = new Set<pg.PoolClient>();
  #lost: Error | undefined;
  #probing: Promise<void> | undefined;

  constructor(address: string, options: WorkerOptions) {
    super(options);
    this.#address = address;
    this.on('connect', (client) => this.#open.add(client));
    this.on('remove', (client) => this.#open.delete(client));
    // A connection of its own, so that a busy worker is not taken for a lost one.
    const probing: WorkerOptions = {
      ...options,
      max: 1,
      connectionTimeoutMillis: probeTimeoutMs,
      queryTimeoutMs: probeTimeoutMs,
    };
    this.#probes = new pg.Pool(probing);
    this.#probes.on('error', () => undefined);
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  override connect(...args: any[]): any {
    const [connected] = args as [Connected | undefined];
    if (this.#lost === undefined) return super.connect(...(args as []));
    if (connected === undefined) return Promise.reject(this.#lost);
    return connected(this.#lost, undefined, () => undefined);
  }

  /** Finds out whether the worker answers. Breaks the connections to a lost worker, so that nobody waits for it. */
  probe(): Promise<void> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #probe(): Promise<void> {
    const ask = () => this.#probes.query('SELECT');
    try {
      // A single connection may break for other reasons.
      await ask().catch(ask);
      this.#lost = undefined;
    } catch (cause) {
      if (this.#lost !== undefined) return;
      this.#lost = Object.assign(new Error(`the worker ${this.#address} does not answer`, { cause }), {
        code: '08006',
      });
      this.emit('error', this.#lost);
      for (const client of this.#open) (client as unknown as Client).connection.stream.destroy();
    }
  }

  override async end(): Promise<void> {
    await Promise.all([super.end(), this.#probes.end()]);
  }
}
