import { createHash } from 'node:crypto';
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { canonical } from '../../../common/decimal.ts';
import { short } from '../../../common/errors/short.ts';
import { endOfString } from './scan.ts';

/** Keeps every digit: numbers are LosslessNumber. Throws if the text is not JSON. */
export function parseExactly(text: string): unknown {
  JSON.parse(text);
  return readExactly(text);
}

/** Only for text that is known to be JSON. */
export const readExactly = (text: string): unknown => untag(JSON.parse(tagged(text)));

const numbers = /-?\d[\d.eE+-]*/g;

/** JSON.parse is fast on 25 MiB but turns numbers into floats, so they are passed to it as strings. */
function tagged(text: string): string {
  const pieces: string[] = [];
  for (let at = 0; ;) {
    const quote = text.indexOf('"', at);
    pieces.push(text.slice(at, quote === -1 ? text.length : quote).replace(numbers, '"n$&"'));
    if (quote === -1) return pieces.join('');
    const end = endOfString(text, quote);
    pieces.push('"s', text.slice(quote + 1, end + 1));
    at = end + 1;
  }
}

function untag(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('n') ? new LosslessNumber(value.slice(1)) : value.slice(1);
  if (Array.isArray(value)) return value.map(untag);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.slice(1), untag(inner)]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** Null is the same as leaving a field out. */
const fieldsOf = (value: Record<string, unknown>) =>
  Object.keys(value).filter((name) => value[name] !== null && value[name] !== undefined);

/** Returns the paths at which two bodies differ. Numbers are compared exactly, by value. */
export function differences(stored: unknown, sent: unknown, path = ''): string[] {
  if (isObject(stored) && isObject(sent)) {
    const names = new Set([...fieldsOf(stored), ...fieldsOf(sent)]);
    return [...names].flatMap((name) =>
      differences(stored[name], sent[name], path === '' ? short(name) : `${path}.${short(name)}`),
    );
  }
  if (Array.isArray(stored) && Array.isArray(sent)) {
    const longest = Math.max(stored.length, sent.length);
    return Array.from({ length: longest }, (_, at) => differences(stored[at], sent[at], `${path}[${at}]`)).flat();
  }
  return text(stored) === text(sent) ? [] : [path];
}

/** Equal bodies have equal fingerprints: the order of fields, white space, null, and 1.50 for 1.5 do not matter. */
export const fingerprint = (value: unknown): Buffer => hashOf(text(value));

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

function text(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (isLosslessNumber(value)) return canonical(value.value);
  if (Array.isArray(value)) return `[${value.map(text).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = fieldsOf(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${text(value[name])}`).join(',')}}`;
}
