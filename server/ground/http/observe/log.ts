import type { FastifyReply, FastifyRequest } from 'fastify';
import { destination, pino, symbols, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { short } from '../../../../common/errors/words.ts';
import type { ArrivalStep } from '../arrival/arrival.ts';
import { whenClosed } from '../answers/closed.ts';
import type { Metrics } from './metrics.ts';
import { printable } from '../../text/printable.ts';

export const createLogger = (level: LevelWithSilent, to: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${timeOfNow()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    cutting(to),
  );

let lastMs = 0;
let lastTime = '';

/** Formatting a time costs more than comparing it with the last one. */
function timeOfNow(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastTime = new Date(now).toISOString();
  }
  return lastTime;
}

const maxLineBytes = 8 * 1024;

/** Limits the length of a log line: collectors split or drop longer ones. */
function cutting(to: DestinationStream): DestinationStream {
  const write = (line: string) =>
    to.write(line.length * 3 <= maxLineBytes || Buffer.byteLength(line) <= maxLineBytes ? line : cut(line));
  return 'flush' in to ? ({ write, flush: (to.flush as () => void).bind(to) } as DestinationStream) : { write };
}

function cut(line: string): string {
  for (const maxLength of [1_500, 300, 60]) {
    const shorter = `${JSON.stringify(JSON.parse(line, (_name, value: unknown) => (typeof value === 'string' ? short(value, maxLength) : value)))}\n`;
    if (Buffer.byteLength(shorter) <= maxLineBytes) return shorter;
  }
  const { time, level, traceId } = JSON.parse(line) as LogLine;
  return `${JSON.stringify({ level, time, traceId, msg: 'a log line was too long to be written' })}\n`;
}

const maxWaitMs = 20;
const minBytesPerWrite = 8 * 1024;

/**
 * Writes one JSON object per line. Waiting lines are kept as bytes: as text, each new line would copy and measure all
 * of them again.
 */
export function lines(fd = 1): DestinationStream {
  const to = destination({
    dest: fd,
    sync: false,
    contentMode: 'buffer',
    minLength: minBytesPerWrite,
  });
  let timer: NodeJS.Timeout | undefined;
  let unwrittenBytes = 0;
  const flush = () => {
    timer = undefined;
    to.flush();
  };
  const flushSoon = () => (timer ??= setTimeout(flush, maxWaitMs).unref());
  const bytes = to as unknown as { write(line: Buffer): boolean };
  const write = (line: string) => {
    const buffer = Buffer.from(line);
    unwrittenBytes += buffer.length;
    bytes.write(buffer);
    flushSoon();
  };
  to.on('write', (written: number) => (unwrittenBytes -= written));
  // A flush during a write does nothing: lines that came meanwhile need another one.
  to.on('drain', () => unwrittenBytes > 0 && flushSoon());
  return { write, flush: to.flush.bind(to) } as DestinationStream;
}

export const terminal = (to: { write(text: string): unknown } = process.stdout): DestinationStream => ({
  write: (line) => void to.write(readable(line)),
});

/** PostgreSQL quotes values in its details, and in the message if it refuses one: neither belongs in a log. */
function describeError(error: Error & { code?: string }) {
  const { name, code, message, stack = '' } = error;
  const shown = /^(22|23|54)/.test(code ?? '') ? 'PostgreSQL refused a value' : message;
  return { type: name, code, message: shown, stack: stack.slice(stack.indexOf('\n    at ') + 1) };
}

interface LogLine {
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
  const { time, level, msg, operation, status, durationMs, partner, traceId, reason, err } = JSON.parse(
    line,
  ) as LogLine;
  const headline = status === undefined ? msg : `${status} ${operation} ${durationMs} ms`;
  const rest = [headline, partner, traceId, reason, err?.message].filter((part) => part !== undefined).map(printable);
  const stack = err === undefined ? '' : `\n${err.stack.split('\n').map(printable).join('\n')}`;
  return `${time.slice(11, 19)} ${level === 'info' ? '' : `${level.toUpperCase()} `}${rest.join('  ')}${stack}\n`;
}

/** For lines that are already in the logger's format. */
export const destinationOf = (log: Logger): DestinationStream =>
  (log as unknown as Record<symbol, DestinationStream>)[symbols.streamSym] as DestinationStream;

/** The status that web servers log if the caller left before the answer was sent. It is never sent. */
const hungUpStatus = 499;

/**
 * Writes one log line and one metric per request, once its answer is sent or its caller has hung up. Bodies, headers
 * and addresses are never logged.
 */
export function logRequests(log: Logger, metrics: Metrics): ArrivalStep {
  const to = destinationOf(log);
  const tell = (request: FastifyRequest, reply: FastifyReply) => {
    const operation = request.call.route.operation ?? 'none';
    const { elapsedTime } = reply;
    const sent = reply.raw.writableFinished;
    const status = sent ? reply.statusCode : hungUpStatus;
    metrics.observeRequest(request.call.measuredAs ?? operation, status, elapsedTime / 1000);
    const level = operation === 'health' || operation === 'metrics' ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const logged = request.call.caller?.logged;
    const reason =
      request.call.refusal?.message ?? (sent ? undefined : 'the caller hung up before the answer was sent');
    // Written directly because it happens on every request; the format is the logger's.
    to.write(
      `{"level":"${level}","time":"${timeOfNow()}","traceId":"${request.id}"` +
        `${logged === undefined ? '' : `,"${logged.field}":${JSON.stringify(logged.name)}`},"operation":"${operation}","status":${status}` +
        `,"durationMs":${Math.round(elapsedTime * 100) / 100}${reason === undefined ? '' : `,"reason":${JSON.stringify(reason)}`}}\n`,
    );
  };
  // Not onResponse: Fastify does not call it if the caller has hung up.
  return (_request, reply) => {
    whenClosed(reply, tell);
    return undefined;
  };
}
