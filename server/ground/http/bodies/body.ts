import { isUtf8 } from 'node:buffer';
import { callbackify } from 'node:util';
import type { FastifyInstance, FastifyRequest, preHandlerHookHandler, RouteShorthandOptions } from 'fastify';
import { isLosslessNumber } from 'lossless-json';
import { readingExactly, type Call } from '../call.ts';
import { manyUnknown, maxUnknown, measuring } from './measure.ts';
import {
  type Problems,
  collectProblems,
  findingProblemsOfItems,
  findProblemsOfSchema,
  putBack,
  takeOut,
  type BodyList,
} from './problems.ts';
import {
  digitsWrittenOut,
  hasFewDecimals,
  isBelowLimit,
  isOrdinary,
  isWhole,
  maxDecimals,
  maxDigits,
} from '../../../../common/decimal.ts';
import { faultOf, type Fault } from '../../../../common/errors/catalogue.ts';
import { ApiError, invalidBody } from '../../../errors/errors.ts';
import { parsing } from '../../json/parse-in-steps.ts';
import { findingFault, findingRepeatedNames, lineAndColumn } from '../../json/scan.ts';
import { atOnce, type Steps } from '../../../../common/steps.ts';
import { inTurns } from '../../scheduling/slices.ts';
import { earliestDate, type Shape } from '../document/fields.ts';
import { short } from '../../../../common/errors/words.ts';
import { faultOfIdentifier } from '../../../identifiers.ts';

/** Replaces Fastify's parsers by one for JSON that keeps the text and reports the position of a syntax error. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser);
}

type ParseCallback = (error: Error | null, body?: unknown) => void;

/** Longer texts are read and checked in steps, between which other requests run. */
const maxShortText = 65_536;
export const isLong = ({ text }: Pick<Call, 'text'>) => text.length > maxShortText;

export const jsonParser = (request: FastifyRequest, bytes: Buffer, done: ParseCallback): void => {
  if (!isUtf8(bytes)) return done(new ApiError('body.encoding', { why: 'bytes' }));
  const { call } = request;
  const whole = bytes.toString('utf8');
  call.hasByteOrderMark = whole.charCodeAt(0) === 0xfeff;
  call.text = call.hasByteOrderMark ? whole.slice(1) : whole;
  if (!hasSomething.test(call.text))
    return isOptional(request) ? done(null) : done(new ApiError('body.empty', { why: 'object' }));
  if (isLong(call)) return callbackify(() => inTurns(readingBody(call), call.caller?.key))(done);
  let body: unknown;
  try {
    body = atOnce(readingBody(call));
  } catch (error) {
    return done(error as Error);
  }
  // Some generated clients write null where there is nothing to send.
  done(null, body === null && isOptional(request) ? undefined : body);
};

const isOptional = ({ call, routeOptions }: FastifyRequest) =>
  call.route.isBodyOptional === true || routeOptions.schema?.body === undefined;

const hasSomething = /\S/;

function* readingBody(call: Call): Steps<unknown> {
  const { text } = call;
  const { excess, names, isWide, isUnusual } = yield* measuring(text);
  if (excess !== undefined) throw new ApiError('body.excess', excess);
  call.isUnusual = isUnusual;
  call.isWide = isWide;
  let body: unknown;
  try {
    body = yield* parsing(text);
  } catch {
    throw new ApiError('body.json', { why: 'place', ...lineAndColumn(text, yield* findingFault(text)) });
  }
  // If a name occurs twice in an object, the text has more names than the parsed value.
  if ((yield* countingNames(body)) !== names) call.repeatedNames = yield* findingRepeatedNames(text);
  return body;
}

/**
 * Finds problems that a schema cannot: text that PostgreSQL cannot store, and numbers beyond the precision of a float.
 * Fields outside `shape` are kept but not used, and have looser limits.
 */
function* findingProblemsOfText(call: Call, shape: Shape, problems: Problems): Steps<void> {
  if (!call.isUnusual) return;
  const added: AddedDigits = { count: 0, values: 0 };
  yield* inspecting(yield* readingExactly(call), '', problems, shape, added);
  if (added.count > maxAddedDigits) throw new ApiError('body.excess', { why: 'digits', most: maxAddedDigits });
}

function* refusingManyUnknown(call: Call, body: unknown, shape: Shape): Steps<void> {
  if (call.isWide && (yield* findingManyUnknown(body, shape, { values: 0 })))
    throw new ApiError('body.excess', manyUnknown);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function* findingManyUnknown(value: unknown, shape: Shape | undefined, progress: Progress): Steps<boolean> {
  if (!isObject(value)) return false;
  if (Array.isArray(value)) {
    for (const inner of value) {
      if (++progress.values % stepValues === 0) yield;
      if (isObject(inner) && (yield* findingManyUnknown(inner, shape?.items, progress))) return true;
    }
    return false;
  }
  const known: Record<string, Shape> = shape?.properties ?? {};
  let unknown = 0;
  for (const [name, inner] of Object.entries(value)) {
    if (++progress.values % stepValues === 0) yield;
    const isKnown = Object.hasOwn(known, name);
    if (!isKnown && ++unknown > maxUnknown) return true;
    if (isObject(inner) && (yield* findingManyUnknown(inner, isKnown ? known[name] : undefined, progress))) return true;
  }
  return false;
}

const stepValues = 1_000;

interface Progress {
  /** Values since the beginning. */
  values: number;
}

interface AddedDigits extends Progress {
  count: number;
}

/** Numbers are stored and shown without exponents: a body must not grow to many times its size. */
const maxAddedDigits = 1_000_000;

const stepNames = 2_000;
const stepItems = 20_000;

/** Names in all objects together. Names such as __proto__ are refused: programs may change more than their data. */
function* countingNames(body: unknown): Steps<number> {
  const left: unknown[] = [body];
  let names = 0;
  for (let step = stepNames, read = 0; left.length > 0; read++) {
    const value = left.pop();
    if (names + read >= step) {
      yield;
      step = names + read + stepNames;
    }
    if (Array.isArray(value)) {
      for (const inner of value) {
        if (typeof inner === 'object' && inner !== null) left.push(inner);
        else if (++read % stepItems === 0) yield;
      }
    } else
      for (const name in value as Record<string, unknown>) {
        names += 1;
        const inner = (value as Record<string, unknown>)[name];
        if (name === '__proto__' || (name === 'constructor' && isObject(inner) && Object.hasOwn(inner, 'prototype')))
          throw new ApiError('body.json', { why: 'name' });
        if (typeof inner === 'object' && inner !== null) left.push(inner);
      }
  }
  return names;
}

/** `shape` is undefined for unknown fields. */
function* inspecting(
  value: unknown,
  path: string,
  problems: Problems,
  shape: Shape | undefined,
  added: AddedDigits,
): Steps<void> {
  if (++added.values % stepValues === 0) yield;
  if (typeof value === 'string') {
    if (!isStorable(value)) problems.add(path, faultOf('text.characters'));
  } else if (isLosslessNumber(value)) {
    if (isOrdinary(value.value) && shape?.minimum !== earliestDate) return;
    const fault = shape === undefined ? faultOfKeptNumber(value.value) : faultOfNumber(value.value, shape);
    if (fault !== undefined) problems.add(path, fault);
    else added.count += Math.max(0, digitsWrittenOut(value.value) - value.value.length);
  } else if (Array.isArray(value)) {
    for (const [at, inner] of value.entries())
      yield* inspecting(inner, `${path}[${at}]`, problems, shape?.items, added);
  } else if (typeof value === 'object' && value !== null) {
    const known: Record<string, Shape> = shape?.properties ?? {};
    for (const [name, inner] of Object.entries(value)) {
      const at = path === '' ? short(name) : `${path}.${short(name)}`;
      if (isStorable(name))
        yield* inspecting(inner, at, problems, Object.hasOwn(known, name) ? known[name] : undefined, added);
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

/**
 * Throws all problems of a JSON body at once. `shape` has the known fields; `identifiers` names those that identify
 * records. For routes with attachValidation.
 */
function* checkingBody(
  request: FastifyRequest,
  shape: Shape,
  identifiers: readonly string[] = [],
  list?: BodyList,
): Steps<void> {
  if (request.body === undefined) throw new ApiError('body.empty', { why: 'object' });
  const taken = list && putBack(request, list);
  yield* refusingManyUnknown(request.call, request.body, shape);
  // Without details the schema itself is faulty, and nothing was checked.
  if (request.validationError && !request.validationError.validation) throw request.validationError;
  const problems = collectProblems();
  findProblemsOfSchema(request.validationError?.validation, problems);
  if (taken !== undefined) yield* findingProblemsOfItems(taken, problems);
  for (const path of request.call.repeatedNames ?? []) problems.add(path, faultOf('name.repeated'));
  yield* findingProblemsOfText(request.call, shape, problems);
  findProblemsOfIdentifiers(request.body, identifiers, problems);
  if (problems.count > 0) throw invalidBody(problems.list, problems.count);
}

export const checkBody = (request: FastifyRequest, shape: Shape): void => atOnce(checkingBody(request, shape));

/** Not async: a promise would take longer than the check of a short body. */
const checked =
  (check: (request: FastifyRequest) => Steps<void>): preHandlerHookHandler =>
  (request, _reply, done) => {
    const { call } = request;
    if (isLong(call))
      callbackify(() => inTurns(check(request), call.caller?.key))((error) => done(error as Error | undefined));
    else {
      atOnce(check(request));
      done();
    }
  };

/** `checkBody` as a preHandler. A long body is checked in steps. */
export const checkedBody = (shape: Shape, identifiers: readonly string[]): preHandlerHookHandler =>
  checked((request) => checkingBody(request, shape, identifiers));

/** The same for a body with a list that may be long. `checkMore` looks at a body that has no other problem. */
export const checkedBodyWith = (
  list: BodyList,
  shape: Shape,
  identifiers: readonly string[] = [],
  checkMore?: (request: FastifyRequest) => Steps<void>,
): Pick<RouteShorthandOptions, 'preValidation' | 'preHandler'> => ({
  preValidation: (request, _reply, done) => {
    takeOut(request, list);
    done();
  },
  preHandler: checked(function* (request) {
    yield* checkingBody(request, shape, identifiers, list);
    if (checkMore !== undefined) yield* checkMore(request);
  }),
});

function findProblemsOfIdentifiers(body: unknown, identifiers: readonly string[], problems: Problems): void {
  for (const field of identifiers) {
    const value = (body as Record<string, unknown> | null)?.[field];
    const fault = typeof value === 'string' ? faultOfIdentifier(value) : undefined;
    if (fault !== undefined) problems.add(field, fault);
  }
}
