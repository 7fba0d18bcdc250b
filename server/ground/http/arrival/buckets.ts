export interface Buckets {
  /** Takes a token if one is left. `seconds` is the time until the next token is available. */
  take(name: string): { taken: boolean; left: number; seconds: number };
  give(name: string): void;
}

/** Anybody can choose names, so only the most recently used ones are kept. */
const maxNames = 10_000;

export function createBuckets(perSecond: number, capacity: number): Buckets {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(name) {
      const now = performance.now();
      const bucket = buckets.get(name) ?? { left: capacity, at: now };
      bucket.left = Math.min(capacity, bucket.left + ((now - bucket.at) / 1000) * perSecond);
      bucket.at = now;
      // Moves the name to the end of the map; the oldest is at its beginning.
      buckets.delete(name);
      buckets.set(name, bucket);
      if (buckets.size > maxNames) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break;
      const taken = bucket.left >= 1;
      if (taken) bucket.left -= 1;
      return { taken, left: Math.floor(bucket.left), seconds: Math.max(1, Math.ceil((1 - bucket.left) / perSecond)) };
    },
    give(name) {
      const bucket = buckets.get(name);
      if (bucket !== undefined) bucket.left = Math.min(capacity, bucket.left + 1);
    },
  };
}
