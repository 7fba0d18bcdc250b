const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The last Sunday of a month at 01:00 UTC, when clocks change in the European Union. */
function changeOfClocks(year: number, month: number): number {
  const last = Date.UTC(year, month + 1, 0, 1);
  return last - new Date(last).getUTCDay() * dayMs;
}

/** How far Stockholm is ahead of UTC. The rule holds since 1996; the time zone database of Node would take twenty times as long. */
function offsetMs(at: number): number {
  const year = new Date(at).getUTCFullYear();
  return at >= changeOfClocks(year, 2) && at < changeOfClocks(year, 9) ? 2 * hourMs : hourMs;
}

/** The day that a time is understood as: that of Stockholm, which also has the day of a midnight in UTC. */
export const dayOf = (at: number): string => new Date(at + offsetMs(at)).toISOString().slice(0, 10);

/** Whether it is the beginning of a day, in UTC or in Stockholm. */
export const isMidnight = (at: number): boolean => at % dayMs === 0 || (at + offsetMs(at)) % dayMs === 0;
