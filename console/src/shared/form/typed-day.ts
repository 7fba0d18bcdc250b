const months = ['jan', 'feb', 'mar', 'apr', 'maj', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'];
const otherwise: Record<string, string> = { may: 'maj', oct: 'okt' };
/** How many days from today. */
const words: Record<string, number> = {
  today: 0,
  idag: 0,
  tomorrow: 1,
  imorgon: 1,
  yesterday: -1,
  igår: -1,
};

/** The day that a person means, YYYY-MM-DD: 2026-11-15, 261115, 15/11, 15 nov, today. Undefined for what is not a day. */
export function typedDay(typed: string, today: string): string | undefined {
  const text = typed.trim().toLowerCase();
  const away = words[text.replaceAll(' ', '')];
  if (away !== undefined) return shifted(today, away);
  const thisYear = today.slice(0, 4);
  const [, year, month, day] =
    /^(\d{4}|\d\d)-?(\d\d)-?(\d\d)$/.exec(text) ?? /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return dayOf(year, month, day);
  const [, d, m, y = thisYear] = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d\d))?$/.exec(text) ?? [];
  if (d !== undefined) return dayOf(y, m, d);
  const [, before, name = '', after, inYear = thisYear] =
    /^(?:(\d{1,2})[. ]*)?([a-zåäö]{3,9})\.?(?: *(\d{1,2})(?!\d))?,?(?: *(\d{4}))?$/.exec(text) ?? [];
  const short = name.slice(0, 3);
  const place = months.indexOf(otherwise[short] ?? short);
  return place === -1 ? undefined : dayOf(inYear, String(place + 1), before ?? after);
}

function dayOf(year: string, month = '', day = ''): string | undefined {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${text}T00:00:00Z`);
  // A day that the month does not have would be one of the next.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : undefined;
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
