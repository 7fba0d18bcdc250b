import { createServer as createHttpServer, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { keepCalls } from './call.ts';
import { compileWhenNeeded, type Compilers } from './answers/compilers.ts';
import {
  answerExpectations,
  answerTunnels,
  cutStalled,
  serveInTurns,
  type ActiveConnections,
} from './arrival/connections.ts';
import { answerBrokenHttp, answerError } from './answers/error-handler.ts';
import { publishedKeyword } from './document/publish.ts';
import { withLazyChildren } from './observe/request-log.ts';
import { traceIdOf } from './arrival/trace.ts';
import { tooManyRequests } from '../../errors/errors.ts';
import { isTimeZone } from '../../../common/days.ts';

interface ServerSettings {
  bodyLimit: number;
  trustProxy: boolean | number | string[];
  stallSeconds: number;
}

interface ServerDeps {
  config: ServerSettings;
  /** Requests to paths below it are the operators'. */
  operatorPath: string;
  log: Logger;
  compilers?: Compilers;
}

const limits: ServerOptions = {
  requireHostHeader: false,
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 72_000,
  maxHeaderSize: 16 * 1024,
  // Node checks for late connections every 30 s by default, so that a timeout of 15 s could take 45.
  connectionsCheckingInterval: 2_000,
};

/**
 * Fastify with the service's limits: Ajv neither strips nor coerces, and a slow client cannot hold a connection for
 * ever.
 */
export function createServer({ config, operatorPath, log, compilers = compileWhenNeeded() }: ServerDeps) {
  const active: ActiveConnections = new Map();
  const app = Fastify({
    loggerInstance: withLazyChildren(log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: traceIdOf,
    bodyLimit: config.bodyLimit,
    trustProxy: typeof config.trustProxy === 'number' ? nearest(config.trustProxy) : config.trustProxy,
    clientErrorHandler: (error, socket) => answerBrokenHttp(error, socket, active),
    frameworkErrors: (error, request, reply) => answerError(error, request, reply, operatorPath),
    rewriteUrl: ({ url = '', method }) => pathOf(url, method),
    return503OnClosing: false,
    schemaController: { compilersFactory: compilers },
    // A supplier's number in a path has up to 255 characters, each up to twelve long when percent-encoded.
    routerOptions: { maxParamLength: 255 * 12 },
    forceCloseConnections: 'idle',
    // A host with two addresses has two servers.
    serverFactory: (handler) => {
      const server = createHttpServer(limits);
      serveInTurns(server, active, handler, (socket) => answerBrokenHttp(tooManyRequests(1), socket, active));
      answerExpectations(server);
      answerTunnels(server, (socket) => answerBrokenHttp({}, socket, active));
      // A client may end its side after its request, and still gets the answer.
      return Object.assign(server, { httpAllowHalfOpen: true });
    },
    ajv: {
      customOptions: {
        removeAdditional: false,
        coerceTypes: false,
        useDefaults: false,
        allErrors: true,
        verbose: true,
        allowUnionTypes: true,
        formats: { 'time-zone': isTimeZone },
        keywords: [publishedKeyword],
      },
    },
  }) as unknown as FastifyInstance;
  app.decorateRequest('closing', undefined);
  keepCalls(app);
  const late = (socket: Socket) => {
    answerBrokenHttp({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket, active);
    socket.destroySoon();
  };
  cutStalled(app, active, config.stallSeconds, late);
  return { app, late };
}

const authority = /^https?:\/\/[^/?#]+/i;

/**
 * The path of a request's target (RFC 9112, 3.2). A client may write the whole address, whose host is not looked at;
 * anything else than a path is made a broken one, which is a 400. Routes and checks then see paths only.
 */
function pathOf(target: string, method = ''): string {
  if (target.startsWith('/') || (target === '*' && method === 'OPTIONS')) return target;
  const path = authority.test(target) ? target.replace(authority, '') : '/%';
  return path.startsWith('/') ? path : `/${path}`;
}

/** Trusts the given number of proxies, counted from the service outwards. */
const nearest = (proxies: number) => (_address: string, hop: number) => hop < proxies;
