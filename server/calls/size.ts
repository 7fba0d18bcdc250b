import type { Call } from './call.ts';

const hourMilliseconds = 60 * 60 * 1000;

/** For the other columns of a row and its places in the indexes. */
const bytesOfRow = 400;

const bytesOf = (text: string | undefined) => (text === undefined ? 0 : Buffer.byteLength(text));

/** What a call takes on disk, before PostgreSQL compresses it. */
function sizeOf({ reason, cause, parameters, problems, body }: Call): number {
  const data = [parameters, problems].map((value) => (value === undefined ? 0 : bytesOf(JSON.stringify(value))));
  return bytesOfRow + bytesOf(reason) + bytesOf(cause) + bytesOf(body) + data.reduce((sum, bytes) => sum + bytes);
}

/** What calls take by the hour in which they arrived, the earliest first, so that two processes wait for each other in no circle. */
export function sizesByHour(calls: Call[]): [hour: number, bytes: number][] {
  const sizes = new Map<number, number>();
  for (const call of calls) {
    const hour = Math.floor(call.at.getTime() / hourMilliseconds) * hourMilliseconds;
    sizes.set(hour, (sizes.get(hour) ?? 0) + sizeOf(call));
  }
  return [...sizes].sort(([one], [other]) => one - other);
}
