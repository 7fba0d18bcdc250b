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

const tokens = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|-?\d[\d.eE+-]*/g;

/**
 * Amounts become strings with all their digits. Any other number is a number, unless that would change its value: then
 * it is a string as well. Node 20 does not tell a reviver how a number was written, so they are quoted before.
 */
export function readJson(text: string): unknown {
  let name: string | undefined;
  const exact = text.replace(tokens, (token, content: string | undefined, colon: string | undefined) => {
    if (content !== undefined) {
      name = colon === undefined ? undefined : content;
      return token;
    }
    const isAmount = name !== undefined && answered.has(name);
    return isAmount || !isExact(token) ? `"${token}"` : token;
  });
  // Quoting would hide a number that is not JSON, such as 1.2.3.
  if (exact !== text) JSON.parse(text);
  return JSON.parse(exact);
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
