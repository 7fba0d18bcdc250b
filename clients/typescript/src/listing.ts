import { setTimeout as sleep } from 'node:timers/promises';

export interface Page {
  next?: string | number | undefined;
  hasMore?: boolean;
}

/** The position to begin after, and the number of records in a page. */
export interface PageOptions {
  /** The `next` of an earlier page. The oldest record by default. */
  after?: string;
  limit?: number;
}

export interface FollowOptions {
  /** How long to wait before asking again once there is nothing new. 15,000 by default. */
  intervalMs?: number;
  signal?: AbortSignal;
}

/** All records one after the other: `for await (const invoice of doorway.invoices.list())`. */
export class Listing<Item, P extends Page> implements AsyncIterable<Item> {
  readonly #pages: () => AsyncGenerator<P, void, undefined>;
  readonly #itemsOf: (page: P) => readonly Item[];

  constructor(pages: () => AsyncGenerator<P, void, undefined>, itemsOf: (page: P) => readonly Item[]) {
    this.#pages = pages;
    this.#itemsOf = itemsOf;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.#pages()) yield* this.#itemsOf(page);
  }

  /** Page by page, each with its `next`: store that once a page is dealt with, to go on from there another time. */
  pages(): AsyncGenerator<P, void, undefined> {
    return this.#pages();
  }

  /** Reads to the end. Only for lists that fit into memory. */
  async toArray(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

type ReadPage<P extends Page> = (after: P['next'] | undefined) => Promise<P>;

/** Ends with the last page. */
export async function* pagesUntilEnd<P extends Page>(
  read: ReadPage<P>,
  after?: P['next'],
): AsyncGenerator<P, void, undefined> {
  for (let position = after; ;) {
    const page = await read(position);
    yield page;
    if (page.next === undefined || page.next === position || page.hasMore === false) return;
    position = page.next;
  }
}

/** Never ends by itself: waits for changes after the last page. Ends quietly once the signal is aborted. */
export async function* pagesForEver<P extends Page>(
  read: ReadPage<P>,
  isLast: (page: P) => boolean,
  { after, intervalMs = 15_000, signal }: FollowOptions & { after?: P['next'] | undefined },
): AsyncGenerator<P, void, undefined> {
  const isAborted = () => signal?.aborted === true;
  for (let position = after; !isAborted();) {
    let page: P;
    try {
      page = await read(position);
    } catch (error) {
      if (isAborted()) return;
      throw error;
    }
    yield page;
    position = page.next ?? position;
    if (isLast(page)) await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

/** For lists whose last page says so, and whose `next` answers later what has changed since. */
export const changePages = <P extends Page>(
  read: ReadPage<P>,
  options: FollowOptions & { after?: P['next'] | undefined },
): AsyncGenerator<P, void, undefined> => pagesForEver(read, ({ hasMore }) => hasMore !== true, options);
