import type { Caller } from './caller.ts';
import { Listing, pagesForEver, pagesUntilEnd } from './listing.ts';
import type { CallOptions } from './request.ts';
import type { PartnerEvent, PartnerEventPage } from './types.ts';

export interface EventOptions extends CallOptions {
  /** The `next` of an earlier page, or the `seq` of an event. The first event that is kept by default. */
  after?: number;
  limit?: number;
}

const waitSeconds = 25;
/** No event has a higher number, so the answer has none, and the newest number as `next`. */
const afterAll = 999_999_999_999_999;

/** Events of your own records as webhooks carry them, for systems that cannot receive webhooks. */
export class Events {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** All that have happened so far. */
  list({ after, limit, ...options }: EventOptions = {}): Listing<PartnerEvent, PartnerEventPage> {
    const read = (position: number | undefined) => this.#read({ after: position, limit }, options);
    return new Listing(
      () => pagesUntilEnd(read, after),
      ({ events }) => events,
    );
  }

  /** All so far, then each as it happens. Never ends by itself: abort the signal. */
  follow({ after, limit, ...options }: EventOptions = {}): Listing<PartnerEvent, PartnerEventPage> {
    const read = (position: number | undefined) =>
      this.#read({ after: position, limit, wait: waitSeconds }, { attemptTimeoutMs: 60_000, ...options });
    const isLast = ({ events }: PartnerEventPage) => events.length === 0;
    // The service has waited already, unless too many calls wait.
    const follow = { ...(options.signal && { signal: options.signal }), after, intervalMs: 1_000 };
    return new Listing(
      () => pagesForEver(read, isLast, follow),
      ({ events }) => events,
    );
  }

  /** The number of the newest event: follow after it to get what happens from now on. */
  async latest(options: CallOptions = {}): Promise<number> {
    return (await this.#read({ after: afterAll, limit: 1 }, options)).next;
  }

  #read(query: { after: number | undefined; limit: number | undefined; wait?: number }, options: CallOptions) {
    return this.#caller.repeatable<PartnerEventPage>('GET /doorway/v1/events', { query }, options);
  }
}
