import type { FastifyInstance } from 'fastify';
import { destination, pino, type Logger } from 'pino';
import type { LogLevel } from '../config.ts';
import type { Metrics } from './metrics.ts';

/** One JSON object a line; a person at a terminal gets a sentence a line instead. */
export function createLogger(level: LogLevel, terminal: boolean): Logger {
  const options = { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"`, formatters: { level: (label: string) => ({ level: label }) } };
  return terminal ? pino(options, { write: (line) => void process.stdout.write(readable(line)) }) : pino(options, destination({ dest: 1, sync: false }));
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
  err?: { stack?: string };
}

function readable(line: string): string {
  const { time, level, msg, operation, status, durationMs, partner, traceId, reason, err } = JSON.parse(line) as Line;
  const told = status === undefined ? msg : `${status} ${operation} ${durationMs} ms`;
  const rest = [partner, traceId, reason, err?.stack].filter((part) => part !== undefined);
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
