// Calendar days are texts such as 2026-11-15.

const dayMs = 86_400_000;

export const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

export const daysBetween = (earlier: string, later: string): number =>
  Math.round((Date.parse(later) - Date.parse(earlier)) / dayMs);

export const daysLate = (due: string, today: string): number => Math.max(0, daysBetween(due, today));
