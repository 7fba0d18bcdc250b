import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time that other requests wait. */
const sliceMs = 20;

/** Iterates over long work and yields to the event loop now and then, so that other requests are served. */
export async function* inSlices<T>(pieces: Iterable<T>): AsyncGenerator<T> {
  let until = performance.now() + sliceMs;
  for (const piece of pieces) {
    yield piece;
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + sliceMs;
  }
}
