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
