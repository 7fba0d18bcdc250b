/**
 * Work that pauses between its steps. A step that yields `'long'` announces that the next one takes long and cannot be
 * cut.
 */
export type Steps<T> = Generator<'long' | void, T>;

export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
