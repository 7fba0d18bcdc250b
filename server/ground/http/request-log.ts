import type { Bindings, ChildLoggerOptions, Logger } from 'pino';

type Given = Parameters<Logger['info']>;

/** The logger of one request. A class, since one is made for each: its methods cost nothing. */
class RequestLog {
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

  child(bindings: Bindings, options?: ChildLoggerOptions): Logger {
    return this.#own.child(bindings, options);
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

/** Fastify makes a logger for each request, of which hardly any logs: this one's children are made when they do. */
export const madeWhenNeeded = (log: Logger): Logger =>
  Object.create(log, {
    child: { value: (bindings: Bindings, options?: ChildLoggerOptions) => new RequestLog(log, bindings, options) },
  }) as Logger;
