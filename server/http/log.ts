import type { FastifyInstance } from 'fastify';
import { destination, pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '../config.ts';
import type { Metrics } from './metrics.ts';

export function createLogger(level: LogLevel, to: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      // At the level trace the parser of forms logs the headers, and with them the token.
      redact: { paths: ['busboyOptions.headers'], remove: true },
    },
    to,
  );
}

/** One JSON object a line. */
export const lines = (): DestinationStream => destination({ dest: 1, sync: false });

/** A person at a terminal gets a sentence a line instead. */
export const terminal = (): DestinationStream => ({ write: (line) => void process.stdout.write(readable(line)) });

/** PostgreSQL quotes values in its details, and in the message where it refuses one: neither is for a log. */
function describeError(error: Error & { code?: string }) {
  const { name, code, message, stack = '' } = error;
  const shown = /^(22|23|54)/.test(code ?? '') ? 'PostgreSQL refused a value' : message;
  return { type: name, code, message: shown, stack: stack.slice(stack.indexOf('\n    at ') + 1) };
}

/** The fields of a log line that a person wants to see. */
interface Line {
  time: string;
  level: string;
  msg?: string;
  operation?: string;
  status?: number;
  durationMs?: number;
  partner?: string;
  traceId?: string;
  reason?: string;
  err?: { message: string; stack: string };
}

function readable(line: string): string {
  const { time, level, msg, operation, status, durationMs, partner, traceId, reason, err } = JSON.parse(line) as Line;
  const told = status === undefined ? msg : `${status} ${operation} ${durationMs} ms`;
  const rest = [partner, traceId, reason, err && `${err.message}\n${err.stack}`].filter((part) => part !== undefined);
  return `${time.slice(11, 19)} ${level === 'info' ? '' : `${level.toUpperCase()} `}${[told, ...rest].join('  ')}\n`;
}

/** One line and one observation a request. Bodies, headers and addresses are never logged. */
export function logRequests(app: FastifyInstance, log: Logger, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config.operation ?? 'none';
    const { elapsedTime } = reply;
    metrics.observeRequest(operation, reply.statusCode, elapsedTime / 1000);
    const quiet = operation === 'health' || operation === 'metrics';
    log[quiet ? 'debug' : 'info']({
      traceId: request.id,
      partner: request.partner?.name,
      operation,
      status: reply.statusCode,
      durationMs: Math.round(elapsedTime * 100) / 100,
      reason: request.reason,
    });
    done();
  });
}
