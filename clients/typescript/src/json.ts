import { Decimal, digitsOf, isDecimalLike } from './decimal.ts';
import { amountFields, amountPaths } from './generated/document.js';

const answered: ReadonlySet<string> = new Set(amountFields);
const sent: ReadonlySet<string> = new Set(amountPaths);

/**
 * JSON with every digit: amounts are written as JSON numbers, whether they are given as strings, numbers, bigints or
 * decimals. Nothing passes through a float.
 */
export function writeJson(value: unknown, path = ''): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string') return sent.has(path) ? digitsOf(value) : JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'bigint' || isDecimalLike(value)) return digitsOf(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item, `${path}[]`) ?? 'null').join(',')}]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return writeJson(value.toJSON(), path);
  const fields = Object.entries(value).flatMap(([name, inner]) => {
    const text = writeJson(inner, path === '' ? name : `${path}.${name}`);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${fields.join(',')}}`;
}

const numbers = /-?\d[\d.eE+-]*/g;

/**
 * Amounts become strings with all their digits. Any other number is a number, unless that would change its value: then
 * it is a string as well. Node 20 does not tell a reviver how a number was written, so they are quoted before.
 */
export function readJson(text: string): unknown {
  const pieces: string[] = [];
  let copied = 0;
  let name = '';
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const between = text.slice(at, quote === -1 ? text.length : quote);
    // Most of what is between two strings is a comma or a colon.
    if (between.length > 1 && /\d/.test(between)) {
      const isAmount = /^\s*:/.test(between) && answered.has(name);
      for (const { 0: digits, index } of between.matchAll(numbers)) {
        if (!isAmount && isExact(digits)) continue;
        pieces.push(text.slice(copied, at + index), `"${digits}"`);
        copied = at + index + digits.length;
      }
    }
    if (quote === -1) break;
    const end = endOfString(text, quote);
    name = text.slice(quote + 1, end);
    at = end + 1;
  }
  if (pieces.length === 0) return JSON.parse(text);
  // Quoting would hide a number that is not JSON, such as 1.2.3.
  JSON.parse(text);
  return JSON.parse(pieces.join('') + text.slice(copied));
}

/** The index of the closing quote, or the length of the text. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function isExact(token: string): boolean {
  // Fifteen digits always fit.
  if (token.length <= 15 && !/[eE]/.test(token)) return true;
  try {
    return Decimal.from(token).equals(Number(token));
  } catch {
    return false;
  }
}
