/** What somebody may still use up, filled again as time passes. */
export interface Buckets {
  /** Takes one, if there is one left; tells how many are left then, and after how many seconds there is one again. */
  take(name: string): { taken: boolean; left: number; seconds: number };
  /** Gives one back that was taken. */
  give(name: string): void;
}

/** The names may be anybody's, so only the latest are remembered. */
const mostNames = 10_000;

export function createBuckets(perSecond: number, most: number): Buckets {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(name) {
      const now = performance.now();
      const bucket = buckets.get(name) ?? { left: most, at: now };
      bucket.left = Math.min(most, bucket.left + ((now - bucket.at) / 1000) * perSecond);
      bucket.at = now;
      // The one that was used last stands last, and the first is forgotten first.
      buckets.delete(name);
      buckets.set(name, bucket);
      if (buckets.size > mostNames) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break;
      const taken = bucket.left >= 1;
      if (taken) bucket.left -= 1;
      return { taken, left: Math.floor(bucket.left), seconds: Math.max(1, Math.ceil((1 - bucket.left) / perSecond)) };
    },
    give(name) {
      const bucket = buckets.get(name);
      if (bucket !== undefined) bucket.left = Math.min(most, bucket.left + 1);
    },
  };
}
