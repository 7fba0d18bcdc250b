import type { Socket } from 'node:net';
import type { ArrivalStep } from '../arrival/arrival.ts';
import { callOf } from '../call.ts';
import { STATUS_CODES } from 'node:http';
import type { FastifyContextConfig, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { afterAnswers, type ActiveConnections } from '../arrival/connections.ts';
import type { UnknownCalls } from '../arrival/rate-limit.ts';
import { newTraceId, traceparentOf } from '../arrival/trace.ts';
import { isDatabaseAway, isDataRefused, isPoolBusy, isRightMissing, tookTooLong } from '../../db/failures.ts';
import { StoreUnavailable } from '../../files/unavailable.ts';
import { bounded, english, problemAt, type Problem, say, sayFault } from '../../../../common/errors/catalogue.ts';
import type { Parameters } from '../../../../common/errors/entry.ts';
import {
  ApiError,
  databaseAway,
  headersOf,
  invalidBody,
  methodNotAllowed,
  notFound,
  unavailable,
  withNamedProblems,
} from '../../../errors/errors.ts';
import { short } from '../../../../common/errors/words.ts';

export interface ErrorOptions {
  operatorPath: string;
  /** Whether a slow statement is reported to callers of this route as slow, rather than as an unavailable database. */
  reportsSlowness: (route: FastifyContextConfig) => boolean;
  note: (error: FastifyError) => void;
}

/**
 * Answers every failure with the same body, {traceId, message}, and never with internals. Below `operatorPath` the body
 * also has the code and the parameters of the message.
 */
export function answerErrors(app: FastifyInstance, { operatorPath, reportsSlowness, note }: ErrorOptions): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    note(error);
    return answerError(error, request, reply, operatorPath, reportsSlowness(callOf(request).route));
  });
}

/** Refuses requests without a route or a Host header. It runs on arrival, so their bodies are not read. */
export function refuseMisdirected(app: FastifyInstance, unknownCalls: UnknownCalls): ArrivalStep {
  const routes = new Map<string, { path: RegExp; names: number; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    // A wildcard route, such as the console's, has no path of its own.
    if (url.includes('*')) return;
    const steps = url.split('/');
    const names = steps.filter((step) => step.startsWith(':')).length;
    const path = () =>
      new RegExp(`^${steps.map((step) => (step.startsWith(':') ? '[^/]+' : literal(step))).join('/')}$`);
    const route = routes.get(url) ?? { path: path(), names, methods: new Set<string>() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });
  return (request) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return new ApiError('request.invalid', { why: 'host' });
    if (!request.is404) return undefined;
    const path = request.url.split('?', 1)[0] as string;
    const methods = methodsAt(path);
    if (methods !== undefined) return unknownCalls.answer(request, methodNotAllowed(request.method, methods));
    const tidy = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    const methodsMeant = tidy === path ? undefined : methodsAt(tidy);
    const meant = methodsMeant === undefined ? {} : { path: short(tidy), methods: methodsMeant };
    return unknownCalls.answer(request, notFound(meant));
  };

  function methodsAt(path: string): string | undefined {
    // The router also prefers a literal segment to a parameter.
    const [route] = [...routes.values()]
      .filter((candidate) => candidate.path.test(path))
      .sort((one, other) => one.names - other.names);
    return route && [...route.methods].join(', ');
  }
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const singular = [
  { name: 'host', bit: 1, why: 'hosts' },
  { name: 'authorization', bit: 2, why: 'authorizations' },
  { name: 'idempotency-key', bit: 4, why: 'keys' },
] as const;
const singularByLength = new Map<number, (typeof singular)[number]>(singular.map((one) => [one.name.length, one]));

/**
 * Refuses requests that repeat one of these headers, even with the same value: a proxy in front might trust another one
 * than this service, because Node keeps the first, or joins all. Most headers are passed over by their length.
 */
export const refuseRepeatedHeaders: ArrivalStep = ({ raw: { rawHeaders } }) => {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    const header = singularByLength.get(name.length);
    if (header === undefined || header.name !== name.toLowerCase()) continue;
    if ((seen & header.bit) !== 0) return new ApiError('request.invalid', { why: header.why });
    seen |= header.bit;
  }
  return undefined;
};

/** Headers of the answer that failed; they would be wrong for the error's own body. */
const headersOfContent = ['etag', 'content-encoding', 'vary', 'accept-ranges', 'content-range', 'content-disposition'];

export function answerError(
  thrown: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  operatorPath: string,
  reportsSlowness = false,
): FastifyReply {
  const error = asApiError(thrown, request, reportsSlowness);
  const isOperators = request.url.startsWith(`${operatorPath}/`);
  const { code, parameters, problems } = withNamedProblems(english, error, isOperators ? asProblemData : undefined);
  const message = fitting(say(english, { code, parameters, problems }));
  callOf(request).refusal = { code, parameters, problems: error.problems, message };
  for (const name of headersOfContent) reply.removeHeader(name);
  reply.header('cache-control', 'no-store');
  if (!reply.hasHeader('traceparent')) reply.header('traceparent', traceparentOf(request.id));
  return reply
    .code(error.status)
    .headers(headersOf(error))
    .type('application/json')
    .send({ traceId: request.id, message, ...(isOperators && { code, ...asData(parameters, problems) }) });
}

const asData = (parameters: Parameters, problems: readonly Problem[]) => ({
  parameters: bounded(parameters),
  ...(problems.length > 0 && { problems: problems.map(asProblemData) }),
});

const asProblemData = (problem: Problem) => ({
  ...problem,
  parameters: bounded(problem.parameters),
  problem: sayFault(english, problem),
});

const storageFailures = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'EACCES']);

/** A folder that was moved, removed or not mounted. It is not created again: the files in it would still be missing. */
const missingFolder = new Set(['ENOENT', 'ENOTDIR']);

export function asApiError(error: FastifyError, request: FastifyRequest, reportsSlowness = false): ApiError {
  if (error instanceof ApiError) return error;
  if (error === request.raw.errored) return new ApiError('request.incomplete', { why: 'cut' });
  if (reportsSlowness && (tookTooLong(error) || isPoolBusy(error))) {
    request.log.warn({ err: error, traceId: request.id }, 'an operator’s call took too long');
    return tooSlow(isPoolBusy(error), request.method);
  }
  // The role had its rights at the start. If one is missing now, the role lost it or the server's files are read-only.
  if (isDatabaseAway(error) || isRightMissing(error)) {
    request.log.warn({ err: error, traceId: request.id }, 'the database cannot be reached');
    return databaseAway();
  }
  if (error instanceof StoreUnavailable) {
    request.log.error({ err: error, traceId: request.id }, 'the store of files cannot be used');
    return unavailable('files.unavailable', { why: 'away' }, 30);
  }
  if (storageFailures.has(error.code)) {
    request.log.error({ err: error, traceId: request.id }, 'files cannot be stored');
    return unavailable('files.unavailable', { why: 'failing' }, 30);
  }
  if (missingFolder.has(error.code)) {
    request.log.error({ err: error, traceId: request.id }, 'the folder of files is missing');
    return unavailable('files.unavailable', { why: 'missing' }, 30);
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('body.large', { bytes: request.routeOptions.bodyLimit ?? 0 });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('body.type', { accepted: request.routeOptions.config.accepts ?? ['application/json'] });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('request.incomplete', { why: 'length' });
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound();
    case 'FST_ERR_BAD_URL':
      return new ApiError('request.invalid', { why: 'address' });
    default:
  }
  // The service's own checks should have caught this; the log shows what they missed.
  if (isDataRefused(error)) {
    request.log.error({ err: error, traceId: request.id }, 'PostgreSQL refused a value that passed the checks');
    return invalidBody([problemAt('', 'value.unstorable')]);
  }
  request.log.error({ err: error, traceId: request.id }, 'unexpected error');
  return new ApiError('service.failed');
}

function tooSlow(busy: boolean, method: string): ApiError {
  if (busy) return unavailable('service.busy', { why: 'searches' });
  return method === 'GET' ? unavailable('search.slow', {}) : unavailable('service.busy', { why: 'change' });
}

/** Answers failures that happen before Fastify sees a request: broken HTTP, headers too large, a client too slow. */
export function answerBrokenHttp(error: { code?: string } | ApiError, socket: Socket, active: ActiveConnections): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  // Answers are in the order of their requests: the client would take an earlier one for that of its valid request.
  afterAnswers(active, socket, () => refuseBrokenHttp(error, socket));
}

/** The client has this long to read the answer and to close the connection. */
const lingerMs = 2_000;

function refuseBrokenHttp(error: { code?: string } | ApiError, socket: Socket): void {
  if (!socket.writable) return;
  const refusal: ApiError =
    error instanceof ApiError
      ? error
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? new ApiError('headers.large')
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? new ApiError('request.incomplete', { why: 'late' })
          : new ApiError('request.invalid', { why: 'http' });
  const { status } = refusal;
  const own = Object.entries(headersOf(refusal)).map(([name, value]) => `${name}: ${value}\r\n`);
  const traceId = newTraceId();
  const body = JSON.stringify({ traceId, message: refusal.message });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\ntraceparent: ${traceparentOf(traceId)}\r\n${own.join('')}connection: close\r\n\r\n${body}`,
  );
  // Closing at once could reset the connection before the client has read the answer.
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    accepts?: readonly string[];
  }
}

const maxErrorBytes = 16 * 1024;

export function fitting(message: string): string {
  // A character takes at most six bytes in JSON.
  if (message.length * 6 < maxErrorBytes - 256) return message;
  let text = message;
  while (Buffer.byteLength(JSON.stringify(text)) > maxErrorBytes - 256)
    text = short(text, Math.floor(text.length * 0.8));
  return text;
}
