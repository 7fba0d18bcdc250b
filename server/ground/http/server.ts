import type { Socket } from 'node:net';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { keepCalls } from './call.ts';
import { compileWhenNeeded, type Compilers } from './answers/compilers.ts';
import { answerExpectations, cutStalled, noteConnections, type UnderWay } from './arrival/connections.ts';
import { answerBrokenHttp, answerError } from './answers/error-handler.ts';
import { publishedKeyword } from './document/publish.ts';
import { madeWhenNeeded } from './observe/request-log.ts';
import { traceIdOf } from './arrival/trace.ts';
import { isTimeZone } from '../db/days.ts';
import { operatorPath, type Config } from '../../config.ts';

interface ServerDeps {
  config: Config;
  log: Logger;
  compilers?: Compilers;
}

/** Fastify with our limits: Ajv neither strips nor coerces, and a slow client does not hold a connection for ever. */
export function createServer({ config, log, compilers = compileWhenNeeded() }: ServerDeps) {
  const underWay: UnderWay = new Map();
  const app = Fastify({
    loggerInstance: madeWhenNeeded(log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: traceIdOf,
    bodyLimit: config.bodyLimit,
    trustProxy: typeof config.trustProxy === 'number' ? nearest(config.trustProxy) : config.trustProxy,
    clientErrorHandler: (error, socket) => answerBrokenHttp(error, socket, underWay),
    frameworkErrors: (error, request, reply) => answerError(error, request, reply, operatorPath(config.basePath)),
    return503OnClosing: false,
    schemaController: { compilersFactory: compilers },
    // A supplier's number stands in paths: up to 255 characters, each of up to twelve where it is written as an escape.
    routerOptions: { maxParamLength: 255 * 12 },
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    // Node looks for late connections every 30 seconds unless told otherwise, so that 15 seconds would be up to 45.
    http: {
      requireHostHeader: false,
      headersTimeout: 15_000,
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: 2_000,
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
  answerExpectations(app);
  /** Ends a request of which too little comes. */
  const late = (socket: Socket) => {
    answerBrokenHttp({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket, underWay);
    socket.destroySoon();
  };
  cutStalled(app, underWay, config.stallSeconds, late);
  return { app, late, noteConnection: noteConnections(underWay) };
}

/** Trusts that many proxies, counted from the service outwards. */
const nearest = (proxies: number) => (_address: string, hop: number) => hop < proxies;
