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

export interface CallsOfHour {
  hour: Date;
  bytes: number;
  calls: Call[];
}

/** Earliest hour first. */
export function byHour(calls: Call[]): CallsOfHour[] {
  const hours = new Map<number, CallsOfHour>();
  for (const call of calls) {
    const at = Math.floor(call.at.getTime() / hourMs) * hourMs;
    const hour = hours.get(at) ?? { hour: new Date(at), bytes: 0, calls: [] };
    hour.bytes += sizeOf(call);
    hour.calls.push(call);
    hours.set(at, hour);
  }
  return [...hours.values()].sort((one, other) => one.hour.getTime() - other.hour.getTime());
}
