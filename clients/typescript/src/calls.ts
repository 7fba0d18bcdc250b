import type { Caller } from './caller.ts';
import { Listing, pagesUntilEnd } from './listing.ts';
import type { CallOptions } from './request.ts';
import type { OwnCall, OwnCallFilter, OwnCallPage } from './types.ts';

/** The outcome of your own calls. */
export class Calls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  get(traceId: string, options?: CallOptions): Promise<OwnCall> {
    return this.#caller.repeatable('GET /doorway/v1/calls/{traceId}', { path: { traceId } }, options);
  }

  /** Those that failed, the newest first. */
  list(filter: OwnCallFilter & { limit?: number } = {}, options?: CallOptions): Listing<OwnCall, OwnCallPage> {
    const read = (after: string | undefined) =>
      this.#caller.repeatable<OwnCallPage>('GET /doorway/v1/calls', { query: { ...filter, after } }, options);
    return new Listing(
      () => pagesUntilEnd(read),
      ({ calls }) => calls,
    );
  }
}
