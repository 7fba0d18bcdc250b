/** How many days a day, YYYY-MM-DD, lies before today; 0 where it does not. */
export const daysLate = (due: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(due)) / 86_400_000));
