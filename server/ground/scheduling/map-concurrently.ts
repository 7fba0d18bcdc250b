/** Maps items with at most `width` running at once. After a failure no further item begins. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: Error[] = [];
  const waiting = items.entries();
  const workThrough = async () => {
    for (const [at, item] of waiting) {
      if (failures.length > 0) return;
      try {
        results[at] = await work(item);
      } catch (error) {
        failures.push(error as Error);
      }
    }
  };
  await Promise.all(Array.from({ length: width }, workThrough));
  if (failures[0] !== undefined) throw failures[0];
  return results;
}
