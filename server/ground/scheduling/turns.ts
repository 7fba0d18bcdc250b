/** Each one that waits is told once: with an error where there is no room to wait, otherwise that the turn has come. */
type StartCallback = (refused?: Error) => void;

export interface TurnsOptions {
  /** How many may work at once. */
  atOnce: number;
  /** How many may wait in all. Beyond it, the name with the most waiting loses the latest of them. */
  maxWaiting: number;
  /** How many may wait under one name. */
  maxPerName?: number;
  /** What those are told who may not even wait. */
  refusal: () => Error;
}

export interface Turns {
  /** Calls `begin` at once where there is room, and otherwise in turn: one of each name, round after round. */
  take(name: string, begin: StartCallback): void;
  /** Takes a place if one is free. */
  takeAtOnce(): boolean;
  /** Hands the place of one that has begun to the next. */
  leave(): void;
  /** The same around a piece of work. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** However much one name asks for, every other name waits for one piece of its work at the most. */
export function createTurns({ atOnce, maxWaiting, maxPerName = maxWaiting, refusal }: TurnsOptions): Turns {
  /** Those that wait, by name, in the order in which the names have their turns. */
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

  /** False where no other name has more waiting. */
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
