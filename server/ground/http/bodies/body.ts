import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLosslessNumber } from 'lossless-json';
import { exactlyOf, type Call } from '../call.ts';
import type { Problems } from './problems.ts';
import {
  digitsWrittenOut,
  hasFewDecimals,
  isBelowLimit,
  isOrdinary,
  isWhole,
  maxDecimals,
  maxDigits,
} from '../../../../common/decimal.ts';
import { faultOf, type Fault, type ParametersOf } from '../../../../common/errors/catalogue.ts';
import { ApiError } from '../../../errors/errors.ts';
import { endOfString, faultIn, placeIn, repeatedNames } from '../../json/scan.ts';
import { earliestDate, type Shape } from '../document/fields.ts';
import { short } from '../../../../common/errors/short.ts';

const deepest = 20;
const mostValues = 250_000;
/** In one object, at any depth: an object with a hundred thousand names takes several times as long as a list of as many values. */
export const mostUnknown = 1_000;
/** No object of the interface has as many fields of its own. One with more names than both is not even parsed. */
const mostKnown = 100;

/** Replaces Fastify's parsers by one for JSON that keeps the text and says where it is broken. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(app));
}

type Parsed = (error: Error | null, body?: unknown) => void;

/** What reads the bytes of a body. */
export function jsonParser(app: FastifyInstance) {
  const parseSafely = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, bytes: Buffer, done: Parsed): void => {
    if (!isUtf8(bytes)) return done(new ApiError('body.encoding', { why: 'bytes' }));
    const { call } = request;
    const whole = bytes.toString('utf8');
    const text = whole.charCodeAt(0) === 0xfeff ? whole.slice(1) : whole;
    call.text = text;
    if (!hasSomething.test(text)) return done(new ApiError('body.empty', { why: 'object' }));
    const { excess, names, isWide, isUnusual, isSuspect } = measure(text);
    if (excess !== undefined) return done(new ApiError('body.excess', excess));
    call.isUnusual = isUnusual;
    call.isWide = isWide;
    const parsed: Parsed = (error, body) => {
      if (error !== null) return done(notJson(text));
      // Where a name comes twice, the text has more of them than the value that was made of it.
      if (namesIn(body) !== names) call.repeatedNames = repeatedNames(text);
      done(null, body);
    };
    // Most have no name that is refused, and need not be looked through once more.
    if (isSuspect) void parseSafely(request, text, parsed);
    else parsePlainly(text, parsed);
  };
}

const hasSomething = /\S/;

function parsePlainly(text: string, parsed: Parsed): void {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return parsed(error as Error);
  }
  parsed(null, body);
}

function notJson(text: string): ApiError {
  const at = faultIn(text);
  // Programs that read a name such as __proto__ may change more than their data, so that it is refused though it is JSON.
  if (at === text.length && isJson(text)) return new ApiError('body.json', { why: 'name' });
  return new ApiError('body.json', { why: 'place', ...placeIn(text, at) });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const unusualText = /\\u(?:0000|d[89a-f])/i;

/**
 * What the schema cannot see: text that PostgreSQL cannot hold, and numbers beyond what a float tells apart. `shape` tells
 * the fields that are used from those that are only kept.
 */
export function findProblemsOfText(call: Call, shape: Shape, problems: Problems): void {
  if (!call.isUnusual) return;
  const written: Written = { more: 0 };
  inspect(exactlyOf(call), '', problems, shape, written);
  if (written.more > mostMore) throw new ApiError('body.excess', { why: 'digits', most: mostMore });
}

/** Throws if an object has too many fields that are not in its shape. */
export function refuseManyUnknown(call: Call, body: unknown, shape: Shape): void {
  if (call.isWide && hasManyUnknown(body, shape)) throw new ApiError('body.excess', manyUnknown);
}

const manyUnknown = { why: 'fields', most: mostUnknown } as const;

function hasManyUnknown(value: unknown, shape: Shape | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((inner) => hasManyUnknown(inner, shape?.items));
  const known: Record<string, Shape> = shape?.properties ?? {};
  const fields = Object.entries(value);
  const shapeOf = (name: string) => (Object.hasOwn(known, name) ? known[name] : undefined);
  return (
    fields.filter(([name]) => !Object.hasOwn(known, name)).length > mostUnknown ||
    fields.some(([name, inner]) => hasManyUnknown(inner, shapeOf(name)))
  );
}

/** How many digits more than were sent the numbers of a body have when they are written out. */
interface Written {
  more: number;
}

/** What a few characters of an exponent stand for is stored, read and shown: a body must not become many times its size. */
const mostMore = 1_000_000;

interface Measured {
  /** Why it is more than is read. */
  excess?: ParametersOf<'body.excess'>;
  /** How many names its objects have. */
  names: number;
  /** Whether one of them has so many that some may be too many. */
  isWide: boolean;
  /** Whether it has a number with an exponent, or of so many digits that a float may not hold it, or text that may not be stored. */
  isUnusual: boolean;
  /** Whether a name may be one of those that are refused, or may hide one behind an escape. */
  isSuspect: boolean;
}

/** A float holds every number of fewer digits. The point counts as one. */
const unusualDigits = 16;

/**
 * Counted on the text, before anything is made of it: a small text can stand for a great many values, and a field
 * that comes twice hides its first value from the reader of the result. One pass finds all that can be seen without reading it.
 */
function measure(text: string): Measured {
  let depth = 0;
  let values = 0;
  let names = 0;
  let digits = 0;
  let isWide = false;
  /** How many names the open object of each depth has. */
  const own = [0];
  const hasEscape = text.includes('\\');
  let isUnusual = hasEscape && unusualText.test(text);
  let isSuspect = hasEscape;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 0x30 && code <= 0x39) || code === 0x2e) {
      if (++digits >= unusualDigits && depth > 0) isUnusual = true;
      continue;
    }
    // The e of true and false follows no digit; a number alone is not a body, whatever its size.
    if (digits > 0 && depth > 0 && (code | 0x20) === 0x65) isUnusual = true;
    digits = 0;
    switch (code) {
      case 0x22:
        if (!isSuspect) isSuspect = text.startsWith('__proto__', at + 1) || text.startsWith('constructor', at + 1);
        at = endOfString(text, at);
        break;
      case 0x2c:
        if (++values > mostValues)
          return { excess: { why: 'values', most: mostValues }, names, isWide, isUnusual, isSuspect };
        break;
      case 0x3a:
        names++;
        if (++(own[depth] as number) <= mostUnknown) break;
        isWide = true;
        if ((own[depth] as number) > mostUnknown + mostKnown)
          return { excess: manyUnknown, names, isWide, isUnusual, isSuspect };
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > deepest) return { excess: { why: 'levels', most: deepest }, names, isWide, isUnusual, isSuspect };
        own[depth] = 0;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      default:
    }
  }
  return { names, isWide, isUnusual, isSuspect };
}

/** How many names all objects within a value have. It is as deep as its text was found to be. */
function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  if (Array.isArray(value)) {
    for (const inner of value) if (typeof inner === 'object') names += namesIn(inner);
    return names;
  }
  for (const name in value) {
    names += 1;
    const inner = (value as Record<string, unknown>)[name];
    if (typeof inner === 'object') names += namesIn(inner);
  }
  return names;
}

/** `shape` is that of a field which the interface knows. */
function inspect(value: unknown, path: string, problems: Problems, shape: Shape | undefined, written: Written): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) problems.add(path, faultOf('text.characters'));
  } else if (isLosslessNumber(value)) {
    if (isOrdinary(value.value) && shape?.minimum !== earliestDate) return;
    const fault = shape === undefined ? faultOfKeptNumber(value.value) : faultOfNumber(value.value, shape);
    if (fault !== undefined) problems.add(path, fault);
    else written.more += Math.max(0, digitsWrittenOut(value.value) - value.value.length);
  } else if (Array.isArray(value)) {
    value.forEach((inner, at) => inspect(inner, `${path}[${at}]`, problems, shape?.items, written));
  } else if (typeof value === 'object' && value !== null) {
    const known: Record<string, Shape> = shape?.properties ?? {};
    for (const [name, inner] of Object.entries(value)) {
      const at = path === '' ? short(name) : `${path}.${short(name)}`;
      if (isStorable(name)) inspect(inner, at, problems, Object.hasOwn(known, name) ? known[name] : undefined, written);
      else problems.add(JSON.stringify(at), faultOf('name.characters'));
    }
  }
}

function faultOfNumber(number: string, { minimum }: Shape): Fault | undefined {
  if (!isBelowLimit(number)) return faultOf('number.below');
  if (!hasFewDecimals(number)) return faultOf('number.decimals', { most: maxDecimals });
  return minimum === earliestDate && !isWhole(number) ? faultOf('date.range') : undefined;
}

const faultOfKeptNumber = (number: string) =>
  digitsWrittenOut(number) > maxDigits ? faultOf('number.digits', { most: maxDigits }) : undefined;

/** PostgreSQL's text holds neither U+0000 nor a lone surrogate. */
export const isStorable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
