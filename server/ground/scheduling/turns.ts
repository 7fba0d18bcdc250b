/** Called once: with an error if there is no room to wait, otherwise when the turn has come. */
type StartCallback = (refused?: Error) => void;

export interface TurnsOptions {
  /** How many may run at once. */
  atOnce: number;
  /** How many may wait in all. Beyond it, the name with the most waiting loses its latest one. */
  maxWaiting: number;
  /** How many may wait under one name. */
  maxPerName?: number;
  /** The error of those that may not even wait. */
  refusal: () => Error;
}

export interface Turns {
  /** Calls `begin` at once if there is room, otherwise in turn: one of each name, round after round. */
  take(name: string, begin: StartCallback): void;
  /** Takes a place if one is free. */
  takeAtOnce(): boolean;
  /** Passes the place on to the next. */
  leave(): void;
  /** Takes a place for the duration of `work`. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** A fair queue: however much one name asks for, every other name waits for at most one piece of its work. */
export function createTurns({ atOnce, maxWaiting, maxPerName = maxWaiting, refusal }: TurnsOptions): Turns {
  /** Waiting callbacks by name, in the order of the names' turns. */
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

  /** False if no other name has more waiting. */
  function makeRoomFor(lane: StartCallback[]): boolean {
    const [longest, most] = [...lanes].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    if (most.length <= lane.length + 1) return false;
    const last = most.pop() as StartCallback;
    waiting -= 1;
    if (most.length === 0) lanes.delete(longest);
    last(refusal());
    return true;
  }

  function leave(): void {
    const next = lanes.entries().next();
    if (next.done) {
      working -= 1;
      return;
    }
    const [name, lane] = next.value;
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
