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
  const lanes = new Map<string, StartCallback[]>();
  let working = 0;
  let waiting = 0;

  function takeAtOnce(): boolean {
    if (working >= atOnce) return false;
    working += 1;
    return true;
  }

  function take(name: string, begin: StartCallback): void {
    if (takeAtOnce()) return begin();
    const lane = lanes.get(name) ?? [];
    if (lane.length >= maxPerName || (waiting >= maxWaiting && !makeRoomFor(lane))) return begin(refusal());
    lane.push(begin);
    waiting += 1;
    lanes.set(name, lane);
  }

  function makeRoomFor(lane: StartCallback[]): boolean {
    const [longest, most] = [...lanes].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    if (most.length <= lane.length + 1) return false;
    const last = most.pop() as StartCallback;
    waiting -= 1;
    if (most.length === 0) lanes.delete(longest);
    last(refusal());
    return true;
  }

  function nextLane(): [string, StartCallback[]] | undefined {
    let [next, least] = [undefined as [string, StartCallback[]] | undefined, Infinity];
    for (const lane of lanes) {
      const used = usedMs(lane[0]);
      if (used < least) [next, least] = [lane, used];
      // Nobody has used less, so only names that have used time are compared.
      if (used === 0) break;
    }
    return next;
  }

  function leave(): void {
    const next = nextLane();
    if (next === undefined) {
      working -= 1;
      return;
    }
    const [name, lane] = next;
    const begin = lane.shift() as StartCallback;
    waiting -= 1;
    lanes.delete(name);
    if (lane.length > 0) lanes.set(name, lane);
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
