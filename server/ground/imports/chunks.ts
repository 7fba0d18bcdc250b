/** Few enough that preparing a statement, and reading its answer, holds up other requests for some tens of milliseconds at most. */
const chunkRows = 1_000;

export function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += chunkRows) yield rows.slice(from, from + chunkRows);
}
