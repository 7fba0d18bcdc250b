import pg from 'pg';
import { Message, statementsIn, type Statement } from './message.ts';
import type { Primary } from './primary.ts';
import type { Cluster } from '../citus/cluster.ts';

/** How a pooler in front of the server assigns connections. Use 'session' if there is no pooler. */
export type Pooling = 'session' | 'transaction';

export interface Connection extends pg.ClientConfig {
  primary?: Primary | undefined;
  pooling?: Pooling | undefined;
  /** Undefined on a plain PostgreSQL, and until the database is migrated. */
  cluster?: Cluster | undefined;
  /** 0 waits for ever. */
  queryTimeoutMs?: number;
}

/** The server's own limit is shorter, so this one applies only if the server no longer responds. */
const defaultQueryTimeoutMs = 20_000;

type QueryCallback = (error: Error | null | undefined, result?: unknown) => void;
type ConnectCallback = (error?: Error) => void;

/**
 * A client that releases results early. The promise and query_timeout wrappers of pg keep the rows alive until V8
 * collects its old generation: listing 100,000 suppliers took 122 MiB above idle. With a callback and our own timeout
 * it takes about half.
 */
export class Client extends pg.Client {
  readonly isDistributed: boolean;
  readonly #primary: Primary | undefined;
  readonly #named: boolean;
  readonly #queryTimeoutMs: number;

  constructor(connection: Connection) {
    super(connection);
    this.isDistributed = connection.cluster !== undefined;
    this.#primary = connection.primary;
    // Behind a transaction pooler no connection remembers prepared statements.
    this.#named = connection.pooling !== 'transaction';
    this.#queryTimeoutMs = connection.queryTimeoutMs ?? defaultQueryTimeoutMs;
  }

  override connect(...args: any[]): any {
    const [connected] = args as [ConnectCallback | undefined];
    if (connected !== undefined) return this.#connect(connected);
    return new Promise((resolve, reject) => {
      this.#connect((error) => (error ? reject(error) : resolve(this)));
    });
  }

  #connect(connected: ConnectCallback): void {
    const primary = this.#primary;
    if (primary === undefined) return super.connect(connected);
    primary.find().then(
      ({ host, port }) => {
        this.host = host;
        this.port = port;
        super.connect((error: Error | undefined) => {
          if (error) primary.forget();
          connected(error);
        });
      },
      (error: Error) => connected(error),
    );
  }

  override query(...args: any[]): any {
    // COPY is a stream, which reports its own errors and has no time limit.
    if (isStream(args[0])) return super.query(args[0]);
    const last: unknown = args.at(-1);
    if (typeof last === 'function') return this.#ask(args.slice(0, -1), last as QueryCallback);
    return new Promise((resolve, reject) => {
      this.#ask(args, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }

  #ask([statement, values]: unknown[], callback: QueryCallback): void {
    let waiting = true;
    const answer: QueryCallback = (error, result) => {
      if (!waiting) return;
      waiting = false;
      clearTimeout(timer);
      callback(error, result);
    };
    const timer =
      this.#queryTimeoutMs === 0
        ? undefined
        : setTimeout(() => answer(new Error('Query read timeout')), this.#queryTimeoutMs);
    const statements = statementsIn(statement);
    const sent =
      statements === undefined
        ? this.#sendable(statement)
        : new Message(statements.map((one) => this.#sendable(one) as Statement));
    super.query(sent as string, values as unknown[], answer);
  }

  #sendable(statement: unknown): unknown {
    return this.#named ? statement : withoutName(statement);
  }
}

const isStream = (statement: unknown): statement is pg.Submittable =>
  typeof (statement as Partial<pg.Submittable> | undefined)?.submit === 'function';

const withoutName = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'name' in statement
    ? { ...statement, name: undefined }
    : statement;
