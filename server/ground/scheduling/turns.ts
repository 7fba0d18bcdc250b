/** Called once: with an error if the queue is full, otherwise when the turn has come. */
type StartCallback = (refused?: Error) => void;

export interface TurnsOptions {
  /** How many may run at once. */
  atOnce: number;
  /** In all. If there are more, the name with the most waiting loses its latest one. */
  maxWaiting: number;
  /** How many may wait under one name. */
  maxPerName?: number;
  /** The processor time that a name has used lately: of several names, the one that has used the least is next. */
  usedMs?: (name: string) => number;
  refusal: () => Error;
}

export interface Turns {
  /** Calls `begin` at once if there is room. Otherwise names take turns, one piece of work each. */
  take(name: string, begin: StartCallback): void;
  takeAtOnce(): boolean;
  leave(): void;
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** A fair queue: however much one name asks for, every other name waits for at most one piece of its work. */
export function createTurns({
  atOnce,
  maxWaiting,
  maxPerName = maxWaiting,
  usedMs = () => 0,
  refusal,
}: TurnsOptions): Turns {
  /** The order of the keys is the order of turns. */
  const queues = new Map<string, StartCallback[]>();
  let working = 0;
  let waiting = 0;

  function takeAtOnce(): boolean {
    if (working >= atOnce) return false;
    working += 1;
    return true;
  }

  function take(name: string, begin: StartCallback): void {
    if (takeAtOnce()) return begin();
    const queue = queues.get(name) ?? [];
    if (queue.length >= maxPerName || (waiting >= maxWaiting && !makeRoomFor(queue))) return begin(refusal());
    queue.push(begin);
    waiting += 1;
    queues.set(name, queue);
  }

  function makeRoomFor(queue: StartCallback[]): boolean {
    const [longest, most] = [...queues].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    if (most.length <= queue.length + 1) return false;
    const last = most.pop() as StartCallback;
    waiting -= 1;
    if (most.length === 0) queues.delete(longest);
    last(refusal());
    return true;
  }

  function nextQueue(): [string, StartCallback[]] | undefined {
    let [next, least] = [undefined as [string, StartCallback[]] | undefined, Infinity];
    for (const queue of queues) {
      const used = usedMs(queue[0]);
      if (used < least) [next, least] = [queue, used];
      // Nobody has used less, so only names that have used time are compared.
      if (used === 0) break;
    }
    return next;
  }

  function leave(): void {
    const next = nextQueue();
    if (next === undefined) {
      working -= 1;
      return;
    }
    const [name, queue] = next;
    const begin = queue.shift() as StartCallback;
    waiting -= 1;
    queues.delete(name);
    if (queue.length > 0) queues.set(name, queue);
    begin();
  }

  async function run<T>(name: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve, reject) => {
      take(name, (refused) => (refused === undefined ? resolve() : reject(refused)));
    });
    try {
      return await work();
    } finally {
      leave();
    }
  }

  return { take, takeAtOnce, leave, run };
}
