import type { Steps } from '../../../common/steps.ts';

export interface Accounts {
  charge(caller: string, ms: number): void;
  /** The processor time that a caller has used lately. */
  usedMs(caller: string): number;
}

/** Half of what a caller has used is forgotten after this time, so a caller never waits for its use of long ago. */
const halfLifeMs = 1_000;

/** Only the callers charged most recently are kept. */
const maxCallers = 10_000;

export function createAccounts(now: () => number): Accounts {
  const accounts = new Map<string, { usedMs: number; at: number }>();
  function usedMs(caller: string): number {
    const account = accounts.get(caller);
    return account === undefined ? 0 : account.usedMs * 0.5 ** ((now() - account.at) / halfLifeMs);
  }
  return {
    usedMs,
    charge(caller, ms) {
      const account = { usedMs: usedMs(caller) + ms, at: now() };
      // Moves the caller to the end of the map; the oldest is at its beginning.
      accounts.delete(caller);
      accounts.set(caller, account);
      if (accounts.size > maxCallers) for (const oldest of accounts.keys()) if (accounts.delete(oldest)) break;
    },
  };
}

/** A small request needs several turns of the event loop, and may wait for a slice in each of them. */
const sliceMs = 2;
/** Work that ends within this time waits for nobody. */
const firstSliceMs = 1;

interface Waiting {
  caller: string;
  /** The number of the work, in the order of their beginnings. */
  nth: number;
  resume: () => void;
}

/**
 * Cuts long work into slices. However much work there is, one slice of it runs in a turn of the event loop. The next
 * one belongs to the caller that has used the least processor time lately, and among the work of one caller to the
 * oldest.
 */
export function createSlices(
  now: () => number = () => performance.now(),
  nextTurn: (run: () => void) => void = setImmediate,
) {
  const { charge, usedMs } = createAccounts(now);
  const waiting: Waiting[] = [];
  let works = 0;

  function runNext(): void {
    let [first, least] = [0, Infinity];
    for (const [at, { caller, nth }] of waiting.entries()) {
      const used = usedMs(caller);
      if (used > least || (used === least && nth > (waiting[first] as Waiting).nth)) continue;
      [first, least] = [at, used];
    }
    const [next] = waiting.splice(first, 1) as [Waiting];
    if (waiting.length > 0) nextTurn(runNext);
    next.resume();
  }

  function begin(caller: string) {
    const nth = works++;
    let began = now();
    let until = began + firstSliceMs;
    let isLong = false;
    return {
      isOver: () => now() >= until,
      pause: async () => {
        charge(caller, now() - began);
        await new Promise<void>((resume) => {
          if (waiting.push({ caller, nth, resume }) === 1) nextTurn(runNext);
        });
        isLong = true;
        began = now();
        until = began + sliceMs;
      },
      end: () => {
        if (isLong) charge(caller, now() - began);
      },
    };
  }

  async function* inSlices<T>(pieces: Iterable<T>, caller = ''): AsyncGenerator<T> {
    const slice = begin(caller);
    try {
      for (const piece of pieces) {
        yield piece;
        if (slice.isOver()) await slice.pause();
      }
    } finally {
      slice.end();
    }
  }

  async function inTurns<T>(work: Steps<T>, caller = ''): Promise<T> {
    const slice = begin(caller);
    try {
      for (;;) {
        const step = work.next();
        if (step.done) return step.value;
        if (step.value === 'long' || slice.isOver()) await slice.pause();
      }
    } finally {
      slice.end();
    }
  }

  return { inSlices, inTurns, usedMs };
}

/** A process has one event loop, so all of its work is in one queue. Work without a caller is the service's own. */
export const { inSlices, inTurns, usedMs } = createSlices();
