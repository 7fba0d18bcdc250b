import type { Bindings, ChildLoggerOptions, Logger } from 'pino';

type LogArguments = Parameters<Logger['info']>;

/** Creates the logger at the first log line. A class because every request has one, and its methods are shared. */
class LazyLog {
  #made: Logger | undefined;
  readonly #log: Logger;
  readonly #bindings: Bindings;
  readonly #options: ChildLoggerOptions | undefined;

  constructor(log: Logger, bindings: Bindings, options: ChildLoggerOptions | undefined) {
    this.#log = log;
    this.#bindings = bindings;
    this.#options = options;
  }

  get #own(): Logger {
    return (this.#made ??= this.#log.child(this.#bindings, this.#options));
  }

  get level() {
    return this.#log.level;
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): LazyLog {
    return new LazyLog(this.#own, bindings, options);
  }
  trace(...values: LogArguments): void {
    this.#own.trace(...values);
  }
  debug(...values: LogArguments): void {
    this.#own.debug(...values);
  }
  info(...values: LogArguments): void {
    this.#own.info(...values);
  }
  warn(...values: LogArguments): void {
    this.#own.warn(...values);
  }
  error(...values: LogArguments): void {
    this.#own.error(...values);
  }
  fatal(...values: LogArguments): void {
    this.#own.fatal(...values);
  }
}

/** Fastify creates a child logger per request, and hardly any request logs. */
export const withLazyChildren = (log: Logger): Logger =>
  Object.create(log, {
    child: { value: (bindings: Bindings, options?: ChildLoggerOptions) => new LazyLog(log, bindings, options) },
  }) as Logger;
