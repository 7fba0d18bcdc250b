/** A function whose callers share one result while it is made, and until `ms` after its making began. */
export function atMostEvery<T>(
  ms: number,
  make: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let latest: { until: number; result: Promise<T> } | undefined;
  return () => {
    if (latest !== undefined && now() < latest.until) return latest.result;
    const begun = now();
    const made = { until: Infinity, result: make() };
    latest = made;
    const end = () => (made.until = begun + ms);
    made.result.then(end, end);
    return made.result;
  };
}
