import type { Call } from './rules.ts';

const hourMs = 60 * 60 * 1000;

/** The other columns of a row, and its index entries. */
const rowBytes = 400;

const bytesOf = (text: string | undefined) => (text === undefined ? 0 : Buffer.byteLength(text));

/** Before compression by PostgreSQL. */
function sizeOf({ reason, cause, parameters, problems, body }: Call): number {
  const data = [parameters, problems].map((value) => (value === undefined ? 0 : bytesOf(JSON.stringify(value))));
  return rowBytes + bytesOf(reason) + bytesOf(cause) + bytesOf(body) + data.reduce((sum, bytes) => sum + bytes);
}

/** Earliest hour first: one lock order prevents deadlocks between processes. */
export function sizesByHour(calls: Call[]): [hour: number, bytes: number][] {
  const sizes = new Map<number, number>();
  for (const call of calls) {
    const hour = Math.floor(call.at.getTime() / hourMs) * hourMs;
    sizes.set(hour, (sizes.get(hour) ?? 0) + sizeOf(call));
  }
  return [...sizes].sort(([one], [other]) => one - other);
}
