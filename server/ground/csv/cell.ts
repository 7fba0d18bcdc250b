/** A formula starts at the beginning of a cell, or after a character at which some spreadsheets split cells. */
const formula = /(^|[;\t\r\n])([ "']*)([=+\-@])/g;
const defused = /(^|[;\t\r\n])([ "']*)'([=+\-@])/g;

/** No spreadsheet executes a number, with a point or a comma. */
const number = /^-?\d+([.,]\d+)?$/;

/**
 * Puts an apostrophe before a sign that a spreadsheet would take for the start of a formula. Spreadsheets that split at
 * semicolons or tabs ignore quotes, so every part of a text is checked.
 */
export function cell(text: string, separator = ','): string {
  if (number.test(text) && !text.includes(separator)) return text;
  const safe = number.test(text) ? text : text.replace(formula, "$1$2'$3").replace(/^[\t\r]/, "'$&");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const withoutGuard = (text: string): string =>
  text.includes("'") ? text.replace(/^'(?=[\t\r])/, '').replace(defused, '$1$2$3') : text;
