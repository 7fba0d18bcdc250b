/** Runs work that pauses, and counts its pauses. */
export function pausesOf<T>(work: Generator<unknown, T>): { pauses: number; value: T } {
  for (let pauses = 0; ; pauses++) {
    const step = work.next();
    if (step.done) return { pauses, value: step.value };
  }
}
