const months = ['jan', 'feb', 'mar', 'apr', 'maj', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'];
const english: Record<string, string> = { may: 'maj', oct: 'okt' };
const relativeDays: Record<string, number> = {
  today: 0,
  idag: 0,
  tomorrow: 1,
  imorgon: 1,
  yesterday: -1,
  igår: -1,
};

/** Reads a day in any usual notation, such as 2026-11-15, 261115, 15/11, 15 nov or today, as YYYY-MM-DD. */
export function typedDay(typed: string, today: string): string | undefined {
  const text = typed.trim().toLowerCase();
  const days = relativeDays[text.replaceAll(' ', '')];
  if (days !== undefined) return shift(today, days);
  const thisYear = today.slice(0, 4);
  const [, year, month, day] =
    /^(\d{4}|\d\d)-?(\d\d)-?(\d\d)$/.exec(text) ?? /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return dayOf(year, month, day);
  const [, d, m, y = thisYear] = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d\d))?$/.exec(text) ?? [];
  if (d !== undefined) return dayOf(y, m, d);
  const [, before, name = '', after, inYear = thisYear] =
    /^(?:(\d{1,2})[. ]*)?([a-zåäö]{3,9})\.?(?: *(\d{1,2})(?!\d))?,?(?: *(\d{4}))?$/.exec(text) ?? [];
  const short = name.slice(0, 3);
  const index = months.indexOf(english[short] ?? short);
  return index === -1 ? undefined : dayOf(inYear, String(index + 1), before ?? after);
}

function dayOf(year: string, month = '', day = ''): string | undefined {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  // Date turns 31 February into a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

function shift(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
