import { setImmediate as nextTurn } from 'node:timers/promises';

/** Other requests wait at most this long. */
const sliceMs = 20;

export async function* inSlices<T>(pieces: Iterable<T>): AsyncGenerator<T> {
  let until = performance.now() + sliceMs;
  for (const piece of pieces) {
    yield piece;
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + sliceMs;
  }
}

/** Work that pauses between its steps. */
export type Steps<T> = Generator<void, T>;

export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

export async function inTurns<T>(work: Steps<T>): Promise<T> {
  let until = performance.now() + sliceMs;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + sliceMs;
  }
}
