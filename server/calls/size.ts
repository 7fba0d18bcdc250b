import type { Trace } from './store.ts';

const hourMilliseconds = 60 * 60 * 1000;

/** For the other columns of a row and its places in the indexes. */
const bytesOfRow = 400;

const bytesOf = (text: string | undefined) => (text === undefined ? 0 : Buffer.byteLength(text));

/** What a trace takes on disk, before PostgreSQL compresses it. */
function sizeOf({ reason, cause, problems = [], body }: Trace): number {
  let bytes = bytesOfRow + bytesOf(reason) + bytesOf(cause) + bytesOf(body);
  for (const { path, problem } of problems) bytes += bytesOf(path) + bytesOf(problem) + 30;
  return bytes;
}

/** What traces take by the hour in which they arrived, the earliest first, so that two processes wait for each other in no circle. */
export function sizesByHour(traces: Trace[]): [hour: number, bytes: number][] {
  const sizes = new Map<number, number>();
  for (const trace of traces) {
    const hour = Math.floor(trace.at.getTime() / hourMilliseconds) * hourMilliseconds;
    sizes.set(hour, (sizes.get(hour) ?? 0) + sizeOf(trace));
  }
  return [...sizes].sort(([one], [other]) => one - other);
}
