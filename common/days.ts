// Calendar days are texts such as 2026-11-15. A document's date is a day of its company's time zone and never moves;
// the moments of happenings are shown in the reader's time zone.

export const dayMs = 86_400_000;

export const defaultZone = 'Europe/Stockholm';

/** Names of IANA only: PostgreSQL reads the sign of an offset such as +01:00 the other way round. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

interface Zone {
  /** Writes 2026-11-15 08:00:07. */
  clock: Intl.DateTimeFormat;
  /** The offset from UTC during a day of UTC; undefined if it changes that day. */
  offsets: Map<number, number | undefined>;
}

// Intl takes microseconds for each moment, and a day of UTC has one offset unless clocks change.
const zones = new Map<string, Zone>();
const texts = new Map<number, string>();
const maxZones = 1_000;
const maxDays = 10_000;

/** A full cache is emptied, because its entries are cheap to make again. */
function kept<Key, Value>(cache: Map<Key, Value>, max: number, key: Key, value: Value): Value {
  if (cache.size >= max) cache.clear();
  cache.set(key, value);
  return value;
}

const zoneOf = (name: string): Zone =>
  zones.get(name) ??
  kept(zones, maxZones, name, {
    clock: new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' }),
    offsets: new Map(),
  });

const offsetAt = ({ clock }: Zone, at: number): number =>
  Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;

function offsetOf(zone: Zone, at: number): number {
  const day = Math.floor(at / dayMs);
  let offset = zone.offsets.get(day);
  if (offset === undefined && !zone.offsets.has(day)) {
    const begin = offsetAt(zone, day * dayMs);
    offset = begin === offsetAt(zone, (day + 1) * dayMs) ? begin : undefined;
    kept(zone.offsets, maxDays, day, offset);
  }
  return offset ?? offsetAt(zone, at);
}

const dayText = (day: number): string =>
  texts.get(day) ?? kept(texts, maxDays, day, new Date(day * dayMs).toISOString().slice(0, 10));

/** The day of a moment in a time zone. */
export const dayIn = (at: number, zone: string): string =>
  dayText(Math.floor((at + offsetOf(zoneOf(zone), at)) / dayMs));

/** Many systems write a date as midnight in UTC, which is on the day before in America. */
const isMidnightInUtc = (at: number) => at % dayMs === 0;

/** The day that a date of a document means, for a company in this time zone. */
export const documentDay = (at: number, zone: string): string =>
  isMidnightInUtc(at) ? dayText(at / dayMs) : dayIn(at, zone);

/** Whether a date of a document has no time of day: where clocks skip midnight, a day begins later. */
export const isWholeDay = (at: number, zone: string): boolean =>
  isMidnightInUtc(at) || dayIn(at, zone) !== dayIn(at - 1, zone);

export const addDays = (day: string, days: number): string => dayText(Math.round(Date.parse(day) / dayMs) + days);
