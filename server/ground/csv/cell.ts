/** What begins a formula, at the beginning of a cell or after whatever parts cells for one spreadsheet or another. */
const formula = /(^|[;\t\r\n])([ "']*)([=+\-@])/g;
const defused = /(^|[;\t\r\n])([ "']*)'([=+\-@])/g;

/** A number in the notation of either language, which no spreadsheet runs. */
const number = /^-?\d+([.,]\d+)?$/;

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe before the sign that begins it. A spreadsheet that parts
 * cells by semicolons or tabs does not heed the quotes inside of a cell, so each part of a text is looked at.
 */
export function cell(text: string, separator = ','): string {
  if (number.test(text) && !text.includes(separator)) return text;
  const safe = number.test(text) ? text : text.replace(formula, "$1$2'$3").replace(/^[\t\r]/, "'$&");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell without the apostrophes that were put before the signs. */
export const withoutGuard = (text: string): string =>
  text.includes("'") ? text.replace(/^'(?=[\t\r])/, '').replace(defused, '$1$2$3') : text;
