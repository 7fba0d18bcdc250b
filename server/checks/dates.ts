const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The last Sunday of a month at 01:00 UTC, when clocks change in the European Union. */
function changeOfClocks(year: number, month: number): number {
  const last = Date.UTC(year, month + 1, 0, 1);
  return last - new Date(last).getUTCDay() * dayMs;
}

/** When summer time begins and ends, for each year that somebody has asked for; dates are those of a hundred years. */
const summers = new Map<number, readonly [from: number, to: number]>();

function summerOf(year: number): readonly [from: number, to: number] {
  let summer = summers.get(year);
  if (summer === undefined) summers.set(year, (summer = [changeOfClocks(year, 2), changeOfClocks(year, 9)]));
  return summer;
}

/** How far Stockholm is ahead of UTC. The rule holds since 1996; the time zone database of Node would take twenty times as long. */
function offsetMs(at: number): number {
  const [from, to] = summerOf(new Date(at).getUTCFullYear());
  return at >= from && at < to ? 2 * hourMs : hourMs;
}

/** The names of days that somebody has asked for: invoices of a year have the same few hundred, and writing one takes ten times as long. */
const days = new Map<number, string>();
const mostDays = 10_000;

/** The day that a time is understood as: that of Stockholm, which also has the day of a midnight in UTC. */
export function dayOf(at: number): string {
  const number = Math.floor((at + offsetMs(at)) / dayMs);
  let day = days.get(number);
  if (day === undefined) {
    if (days.size >= mostDays) days.clear();
    days.set(number, (day = new Date(number * dayMs).toISOString().slice(0, 10)));
  }
  return day;
}

/** Whether it is the beginning of a day, in UTC or in Stockholm. */
export const isMidnight = (at: number): boolean => at % dayMs === 0 || (at + offsetMs(at)) % dayMs === 0;
