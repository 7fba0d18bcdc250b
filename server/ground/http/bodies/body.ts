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
import { endOfString, faultIn, placeIn, repeatedNames, unusualDigits } from '../../json/scan.ts';
import { earliestDate, type Shape } from '../document/fields.ts';
import { short } from '../../../../common/errors/short.ts';

const maxDepth = 20;
const maxValues = 250_000;
/**
 * Unknown names per object, at any depth: an object with 100,000 names takes several times as long as a list of as many
 * values.
 */
export const maxUnknown = 1_000;
/**
 * More than any object of the interface has. An object with more names than both bounds together is not even parsed.
 */
const maxKnown = 100;

/** Replaces Fastify's parsers by one for JSON that keeps the text and reports the position of a syntax error. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(app));
}

type ParseCallback = (error: Error | null, body?: unknown) => void;

export function jsonParser(app: FastifyInstance) {
  const parseSafely = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, bytes: Buffer, done: ParseCallback): void => {
    if (!isUtf8(bytes)) return done(new ApiError('body.encoding', { why: 'bytes' }));
    const { call } = request;
    const whole = bytes.toString('utf8');
    call.hasByteOrderMark = whole.charCodeAt(0) === 0xfeff;
    const text = call.hasByteOrderMark ? whole.slice(1) : whole;
    call.text = text;
    if (!hasSomething.test(text))
      return call.route.isBodyOptional ? done(null) : done(new ApiError('body.empty', { why: 'object' }));
    const { excess, names, isWide, isUnusual, isSuspect } = measure(text);
    if (excess !== undefined) return done(new ApiError('body.excess', excess));
    call.isUnusual = isUnusual;
    call.isWide = isWide;
    const parsed: ParseCallback = (error, body) => {
      if (error !== null) return done(notJson(text));
      // If a name occurs twice in an object, the text has more names than the parsed value.
      if (namesIn(body) !== names) call.repeatedNames = repeatedNames(text);
      done(null, body);
    };
    // Fastify's safe parser costs a second pass; most bodies do not need it.
    if (isSuspect) void parseSafely(request, text, parsed);
    else parsePlainly(text, parsed);
  };
}

const hasSomething = /\S/;

function parsePlainly(text: string, parsed: ParseCallback): void {
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
  // __proto__ and the like are refused although they are JSON: programs that read them may change more than their data.
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
 * Finds problems that a schema cannot: text that PostgreSQL cannot store, and numbers beyond the precision of a float.
 * Fields outside `shape` are kept but not used, and have looser limits.
 */
export function findProblemsOfText(call: Call, shape: Shape, problems: Problems): void {
  if (!call.isUnusual) return;
  const added: AddedDigits = { count: 0 };
  inspect(exactlyOf(call), '', problems, shape, added);
  if (added.count > maxAddedDigits) throw new ApiError('body.excess', { why: 'digits', most: maxAddedDigits });
}

export function refuseManyUnknown(call: Call, body: unknown, shape: Shape): void {
  if (call.isWide && hasManyUnknown(body, shape)) throw new ApiError('body.excess', manyUnknown);
}

const manyUnknown = { why: 'fields', most: maxUnknown } as const;

function hasManyUnknown(value: unknown, shape: Shape | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((inner) => hasManyUnknown(inner, shape?.items));
  const known: Record<string, Shape> = shape?.properties ?? {};
  const fields = Object.entries(value);
  const shapeOf = (name: string) => (Object.hasOwn(known, name) ? known[name] : undefined);
  return (
    fields.filter(([name]) => !Object.hasOwn(known, name)).length > maxUnknown ||
    fields.some(([name, inner]) => hasManyUnknown(inner, shapeOf(name)))
  );
}

interface AddedDigits {
  count: number;
}

/** Numbers are stored and shown without exponents: a body must not grow to many times its size. */
const maxAddedDigits = 1_000_000;

interface BodyMeasures {
  excess?: ParametersOf<'body.excess'>;
  /** Names in all objects together. */
  names: number;
  /** An object has enough names to exceed the limit of unknown ones. */
  isWide: boolean;
  /** The body has a number with an exponent or too many digits for a float, or text that PostgreSQL may not store. */
  isUnusual: boolean;
  /** A name may be a refused one such as __proto__, possibly hidden by an escape. */
  isSuspect: boolean;
}

/**
 * Measures the text before it is parsed, in one pass: a small text can contain a great many values, and a repeated name
 * hides its first value in the parsed result.
 */
function measure(text: string): BodyMeasures {
  let depth = 0;
  let values = 0;
  let names = 0;
  let digits = 0;
  let isWide = false;
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
    // The e of true and false does not follow a digit. A bare number is not a valid body anyway.
    if (digits > 0 && depth > 0 && (code | 0x20) === 0x65) isUnusual = true;
    digits = 0;
    switch (code) {
      case 0x22:
        if (!isSuspect) isSuspect = text.startsWith('__proto__', at + 1) || text.startsWith('constructor', at + 1);
        at = endOfString(text, at);
        break;
      case 0x2c:
        if (++values > maxValues)
          return { excess: { why: 'values', most: maxValues }, names, isWide, isUnusual, isSuspect };
        break;
      case 0x3a:
        names++;
        if (++(own[depth] as number) <= maxUnknown) break;
        isWide = true;
        if ((own[depth] as number) > maxUnknown + maxKnown)
          return { excess: manyUnknown, names, isWide, isUnusual, isSuspect };
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > maxDepth)
          return { excess: { why: 'levels', most: maxDepth }, names, isWide, isUnusual, isSuspect };
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

/** Recursive; `measure` has already bounded the depth. */
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

/** `shape` is undefined for unknown fields. */
function inspect(value: unknown, path: string, problems: Problems, shape: Shape | undefined, added: AddedDigits): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) problems.add(path, faultOf('text.characters'));
  } else if (isLosslessNumber(value)) {
    if (isOrdinary(value.value) && shape?.minimum !== earliestDate) return;
    const fault = shape === undefined ? faultOfKeptNumber(value.value) : faultOfNumber(value.value, shape);
    if (fault !== undefined) problems.add(path, fault);
    else added.count += Math.max(0, digitsWrittenOut(value.value) - value.value.length);
  } else if (Array.isArray(value)) {
    value.forEach((inner, at) => inspect(inner, `${path}[${at}]`, problems, shape?.items, added));
  } else if (typeof value === 'object' && value !== null) {
    const known: Record<string, Shape> = shape?.properties ?? {};
    for (const [name, inner] of Object.entries(value)) {
      const at = path === '' ? short(name) : `${path}.${short(name)}`;
      if (isStorable(name)) inspect(inner, at, problems, Object.hasOwn(known, name) ? known[name] : undefined, added);
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
