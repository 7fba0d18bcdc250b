import type { Bindings, ChildLoggerOptions, Logger } from 'pino';

type Given = Parameters<Logger['info']>;

/** A logger that is made when it first logs. A class, since each request has one: its methods cost nothing. */
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
  trace(...given: Given): void {
    this.#own.trace(...given);
  }
  debug(...given: Given): void {
    this.#own.debug(...given);
  }
  info(...given: Given): void {
    this.#own.info(...given);
  }
  warn(...given: Given): void {
    this.#own.warn(...given);
  }
  error(...given: Given): void {
    this.#own.error(...given);
  }
  fatal(...given: Given): void {
    this.#own.fatal(...given);
  }
}

/** Fastify makes a logger of the one it is given, and of that one for each request, of which hardly any logs. */
export const madeWhenNeeded = (log: Logger): Logger =>
  Object.create(log, {
    child: { value: (bindings: Bindings, options?: ChildLoggerOptions) => new LazyLog(log, bindings, options) },
  }) as Logger;
