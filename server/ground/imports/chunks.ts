/** So many rows a statement that none comes near the time a statement may take. */
const chunkRows = 5_000;

export function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += chunkRows) yield rows.slice(from, from + chunkRows);
}
