/** Finds items of an ascending list, which is read once: what is asked for must ascend, too. */
export function createLookup<Item, Wanted>(
  list: AsyncIterable<Item[]>,
  compare: (item: Item, wanted: Wanted) => number,
): (wanted: Wanted) => Promise<Item | undefined> {
  const chunks = list[Symbol.asyncIterator]();
  let chunk: Item[] = [];
  let at = 0;
  return async (wanted) => {
    for (;;) {
      const item = chunk[at];
      if (item === undefined) {
        const next = await chunks.next();
        if (next.done === true) return undefined;
        [chunk, at] = [next.value, 0];
        continue;
      }
      const order = compare(item, wanted);
      if (order >= 0) return order === 0 ? item : undefined;
      at += 1;
    }
  };
}
