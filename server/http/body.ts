import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLosslessNumber, stringify } from 'lossless-json';
import { hasFewDecimals, isBelowLimit, isWhole, mostDecimals } from '../decimal.ts';
import { badRequest } from '../errors.ts';
import { short } from '../short.ts';
import { parseExactly } from './json.ts';
import { endOfString, faultIn, placeIn } from './json-scan.ts';
import { dateTakes, type Problems } from './problems.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it came: the only form in which no digit of an amount is lost. */
    bodyText: string;
  }
}

const deepest = 20;
const mostValues = 250_000;

/** Replaces Fastify's parsers by one for JSON that keeps the text and says where it is broken. */
export function readJson(app: FastifyInstance): void {
  app.decorateRequest('bodyText', '');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(app));
}

type Parsed = (error: Error | null, body?: unknown) => void;

/** What reads the bytes of a body. */
export function jsonParser(app: FastifyInstance) {
  const parseSafely = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, bytes: Buffer, done: Parsed): void => {
    if (!isUtf8(bytes)) return done(badRequest('body.encoding', 'The body is not valid UTF-8. Encode it as UTF-8.'));
    const text = bytes.toString('utf8');
    request.bodyText = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    if (request.bodyText.trim() === '') return done(badRequest('body.empty', 'The body is empty. Send a JSON object.'));
    const excess = excessOf(request.bodyText);
    if (excess !== undefined) return done(badRequest('body.excess', excess));
    void parseSafely(request, request.bodyText, (error, body) => {
      if (error === null) done(null, body);
      else done(badRequest('body.json', notJson(request.bodyText)));
    });
  };
}

function notJson(text: string): string {
  const at = faultIn(text);
  if (at === text.length && isJson(text)) return 'The body has a field named __proto__ or constructor.prototype, which is refused. Leave it out.';
  const { line, column } = placeIn(text, at);
  return `The body is not valid JSON: see line ${line}, column ${column}.`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A number with an exponent, or of so many digits that a float may not hold it. */
const unusualNumber = /[:,[]\s*-?(?:[\d.]{16}|[\d.]+[eE])/;
const unusualText = /\\u(?:0000|d[89a-f])/i;

/**
 * What the schema cannot see: text that PostgreSQL cannot hold, and numbers beyond what a float tells apart. `dates`
 * names the fields that hold epoch milliseconds.
 */
export function findProblemsOfText(request: Pick<FastifyRequest, 'bodyText'>, dates: readonly string[], problems: Problems): void {
  if (!unusualNumber.test(request.bodyText) && !unusualText.test(request.bodyText)) return;
  const exact = parseExactly(request.bodyText);
  inspect(exact, '', problems, dates);
  // What a second field of the same name has replaced was not inspected, and must not come to the database either.
  request.bodyText = stringify(exact) as string;
}

/**
 * Counted on the text, before anything is made of it: a small text can stand for a great many values, and a field
 * that comes twice hides its first value from whoever reads the result.
 */
function excessOf(text: string): string | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x2c:
        if (++values > mostValues) return `The body has more than ${mostValues.toLocaleString('en-US')} values. Send less at once.`;
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > deepest) return `the body must not be nested deeper than ${deepest} levels.`;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      default:
    }
  }
  return undefined;
}

function inspect(value: unknown, path: string, problems: Problems, dates: readonly string[]): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) problems.add(path, notStorable);
  } else if (isLosslessNumber(value)) {
    if (!isBelowLimit(value.value)) problems.add(path, 'must be below 1e15 in absolute value');
    else if (!hasFewDecimals(value.value)) problems.add(path, `must have at most ${mostDecimals} decimals`);
    else if (dates.includes(path) && !isWhole(value.value)) problems.add(path, dateTakes);
  } else if (Array.isArray(value)) {
    value.forEach((inner, at) => inspect(inner, `${path}[${at}]`, problems, dates));
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const at = path === '' ? short(name) : `${path}.${short(name)}`;
      if (isStorable(name)) inspect(inner, at, problems, dates);
      else problems.add(JSON.stringify(at), notStorable);
    }
  }
}

const notStorable = 'must not contain U+0000 or half of a surrogate pair';

/** PostgreSQL's text holds neither U+0000 nor a lone surrogate. */
export const isStorable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
