import { createHash } from 'node:crypto';
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { canonical } from '../../../common/decimal.ts';
import { short } from '../../../common/errors/words.ts';
import { parsing } from './parse-in-steps.ts';
import { endOfString, findingLongNumbers } from './scan.ts';
import { inTurns } from '../scheduling/slices.ts';
import { atOnce, type Steps } from '../../../common/steps.ts';

/** Keeps every digit: numbers are LosslessNumber. Throws if the text is not JSON. */
export function parseExactly(text: string): unknown {
  JSON.parse(text);
  return readExactly(text);
}

/** Only for text that is known to be JSON. */
export const readExactly = (text: string): unknown => untag(JSON.parse(tagged(text)));

/** The same in steps. */
export const reading = (text: string): Steps<unknown> => parsing(text, readExactly);

const numbers = /-?\d[\d.eE+-]*/g;
const stepValues = 500;

/** JSON.parse is fast on 25 MiB but turns numbers into floats, so they are passed to it as strings. */
function tagged(text: string): string {
  const pieces: string[] = [];
  for (let at = 0; ;) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    pieces.push(text.slice(at, end).replace(numbers, '"n$&"'));
    if (quote === -1) return pieces.join('');
    at = endOfString(text, quote) + 1;
    pieces.push('"s', text.slice(quote + 1, at));
  }
}

function untag(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('n') ? new LosslessNumber(value.slice(1)) : value.slice(1);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(untag);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.slice(1), untag(inner)]));
}

/** Values since the beginning. */
interface Progress {
  count: number;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** Null is the same as leaving a field out. */
const fieldsOf = (value: Record<string, unknown>) =>
  Object.keys(value).filter((name) => value[name] !== null && value[name] !== undefined);

/** Fills in what a record's document stands for, such as identifiers in their normal form. */
export type Prepare = (document: Record<string, unknown>) => Record<string, unknown>;

/**
 * Returns the paths at which two JSON texts differ. Numbers are compared exactly, by value. Large texts are compared in
 * steps, between which other requests run; they count for the caller.
 */
export const differences = (
  caller: string | undefined,
  stored: string,
  sent: string,
  prepareStored: Prepare = (document) => document,
  prepareSent = prepareStored,
): Promise<string[]> =>
  inTurns(
    (function* () {
      if (stored === sent && prepareStored === prepareSent) return [];
      // Floats hold every digit of a shorter number, and are read many times as fast.
      const isLong = (yield* findingLongNumbers(stored)) || (yield* findingLongNumbers(sent));
      const read = isLong ? reading : parsing;
      const before = prepareStored((yield* read(stored)) as Record<string, unknown>);
      const now = prepareSent((yield* read(sent)) as Record<string, unknown>);
      const paths: string[] = [];
      yield* compare(before, now, '', paths, { count: 0 });
      return paths;
    })(),
    caller,
  );

function* compare(stored: unknown, sent: unknown, path: string, paths: string[], progress: Progress): Steps<void> {
  if (++progress.count % stepValues === 0) yield;
  if (isObject(stored) && isObject(sent)) {
    for (const name of new Set([...fieldsOf(stored), ...fieldsOf(sent)]))
      yield* compare(stored[name], sent[name], path === '' ? short(name) : `${path}.${short(name)}`, paths, progress);
  } else if (Array.isArray(stored) && Array.isArray(sent)) {
    for (let at = 0; at < Math.max(stored.length, sent.length); at++)
      yield* compare(stored[at], sent[at], `${path}[${at}]`, paths, progress);
  } else if (!isSame(stored, sent)) paths.push(path);
}

/** Of two values that are not both objects or both arrays. */
const isSame = (stored: unknown, sent: unknown) =>
  stored === sent ||
  ((stored ?? null) === null && (sent ?? null) === null) ||
  (isLosslessNumber(stored) && isLosslessNumber(sent) && canonical(stored.value) === canonical(sent.value));

/** Equal bodies have equal fingerprints: the order of fields, white space, null, and 1.50 for 1.5 do not matter. */
export const fingerprint = (value: unknown): Buffer => hashOf(atOnce(writing(value, { count: 0 })));

/** The same for a JSON text of any size: other requests run meanwhile. */
export const fingerprintOf = (text: string, caller?: string): Promise<Buffer> =>
  inTurns(
    (function* () {
      const read = (yield* findingLongNumbers(text)) ? reading : parsing;
      const written = yield* writing(yield* read(text), { count: 0 });
      yield;
      return hashOf(written);
    })(),
    caller,
  );

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

function* writing(value: unknown, progress: Progress): Steps<string> {
  if (++progress.count % stepValues === 0) yield;
  if (value === undefined || value === null) return 'null';
  if (isLosslessNumber(value)) return canonical(value.value);
  if (typeof value === 'number') return canonical(String(value));
  const pieces: string[] = [];
  if (Array.isArray(value)) {
    for (const inner of value) pieces.push(yield* writing(inner, progress));
    return `[${pieces.join(',')}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  for (const name of fieldsOf(value).sort())
    pieces.push(`${JSON.stringify(name)}:${yield* writing(value[name], progress)}`);
  return `{${pieces.join(',')}}`;
}
