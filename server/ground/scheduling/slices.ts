import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work keeps other requests waiting for about this long. */
const sliceMs = 20;

/** Goes through long work piece by piece, and lets the event loop turn now and then, so that other requests are served meanwhile. */
export async function* inSlices<T>(pieces: Iterable<T>): AsyncGenerator<T> {
  let until = performance.now() + sliceMs;
  for (const piece of pieces) {
    yield piece;
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + sliceMs;
  }
}
