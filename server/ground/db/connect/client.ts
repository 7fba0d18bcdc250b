import pg from 'pg';
import type { Primary } from './primary.ts';

/** How a pooler between the service and the server hands out connections; 'session' also without a pooler. */
export type Pooling = 'session' | 'transaction';

/** What a client is made of, besides what the driver knows. */
export interface Connection extends pg.ClientConfig {
  /** Which of several hosts to connect to. */
  primary?: Primary | undefined;
  pooling?: Pooling | undefined;
  /** How long a statement may stay without an answer; 0 is without end. */
  queryTimeoutMs?: number;
}

/** How long a statement may stay without an answer. The server gives up sooner, unless it has fallen silent. */
const usualQueryTimeoutMs = 20_000;

type Answered = (error: Error | null | undefined, result?: unknown) => void;
type Connected = (error?: Error) => void;

/**
 * A client whose results are gone as soon as nobody needs them. What pg itself builds around a query, for promises and
 * for its query_timeout, keeps the rows alive until V8 collects its old generation: the list of 100,000 suppliers then took
 * 122 MiB above idle, and takes about a half of that with a callback and a time limit from outside.
 */
export class Client extends pg.Client {
  readonly #primary: Primary | undefined;
  readonly #named: boolean;
  readonly #queryTimeoutMs: number;

  constructor(connection: Connection) {
    super(connection);
    this.#primary = connection.primary;
    // Of a pooler that hands out another connection for each transaction none remembers a statement by its name.
    this.#named = connection.pooling !== 'transaction';
    this.#queryTimeoutMs = connection.queryTimeoutMs ?? usualQueryTimeoutMs;
  }

  override connect(...given: any[]): any {
    const [connected] = given as [Connected | undefined];
    // The pool connects with a callback.
    if (connected !== undefined) return this.#connect(connected);
    return new Promise((resolve, reject) => {
      this.#connect((error) => (error ? reject(error) : resolve(this)));
    });
  }

  #connect(connected: Connected): void {
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

  override query(...given: any[]): any {
    const last: unknown = given.at(-1);
    // The pool asks with a callback.
    if (typeof last === 'function') return this.#ask(given.slice(0, -1), last as Answered);
    return new Promise((resolve, reject) => {
      this.#ask(given, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }

  #ask([statement, values]: unknown[], answered: Answered): void {
    let waiting = true;
    const answer: Answered = (error, result) => {
      if (!waiting) return;
      waiting = false;
      clearTimeout(timer);
      answered(error, result);
    };
    const timer =
      this.#queryTimeoutMs === 0
        ? undefined
        : setTimeout(() => answer(new Error('Query read timeout')), this.#queryTimeoutMs);
    super.query((this.#named ? statement : withoutName(statement)) as string, values as unknown[], answer);
  }
}

const withoutName = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'name' in statement
    ? { ...statement, name: undefined }
    : statement;
