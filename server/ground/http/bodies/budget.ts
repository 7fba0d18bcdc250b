import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unavailable } from '../../../errors/errors.ts';
import { whenClosed } from '../answers/closed.ts';

const defaultMaxBytes = Math.min(384 * 1024 * 1024, getHeapStatistics().heap_size_limit / 8);

/** A JSON body is in memory as bytes, as text and as parsed values. */
const defaultWeight = 4;

/** Limit of bodies from unauthenticated callers: passwords and client secrets need no more. */
export const unknownCallerBodyLimit = 8 * 1024;

/**
 * Smaller bodies are not counted: at most 256 limited requests are under way at once, and unauthenticated callers may
 * send less.
 */
export const smallBytes = 64 * 1024;

/** A body that has paused for longer loses its room if others need it. */
const maxPauseMs = 10_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Memory that a body takes, as a multiple of its size: 4 by default, and 0 if it is streamed. */
    bodyWeight?: number;
  }
  interface FastifyRequest {
    /** Reserves memory for a compressed body once it has expanded beyond `smallBytes`, or throws. */
    makeRoom: (() => void) | undefined;
  }
}

interface Reservation {
  caller: string;
  bytes: number;
  request: FastifyRequest['raw'];
  /** Bytes read from the connection at the last measurement, and the time of the last progress. */
  read: number;
  readAt: number;
}

/**
 * Bodies are held in memory until they are answered. All of them together get at most `maxBytes`, one caller at most
 * half of it; a request beyond that gets a 503. Bodies streamed to disk are not counted. A client that announces a
 * large body and does not send it blocks nobody: if its room is needed, `late` is called for it.
 */
export function limitBodiesInMemory(
  app: FastifyInstance,
  late: (socket: Socket) => void,
  maxBytes = defaultMaxBytes,
): void {
  const all = new Set<Reservation>();
  const sums = new Map<string, number>();
  let sum = 0;

  function add(reservation: Reservation): void {
    all.add(reservation);
    sum += reservation.bytes;
    sums.set(reservation.caller, (sums.get(reservation.caller) ?? 0) + reservation.bytes);
  }

  function remove(reservation: Reservation): void {
    if (!all.delete(reservation)) return;
    sum -= reservation.bytes;
    const left = (sums.get(reservation.caller) ?? 0) - reservation.bytes;
    if (left > 0) sums.set(reservation.caller, left);
    else sums.delete(reservation.caller);
  }

  /** A body larger than the limit is admitted if it is the only one. */
  const fits = (caller: string, bytes: number) => {
    const own = sums.get(caller) ?? 0;
    return (sum === 0 || sum + bytes <= maxBytes) && (own === 0 || own + bytes <= maxBytes / 2);
  };

  function makeRoom(caller: string, bytes: number): boolean {
    const now = performance.now();
    for (const reservation of all) {
      if (fits(caller, bytes)) return true;
      if (!hasStopped(reservation, now)) continue;
      remove(reservation);
      late(reservation.request.socket);
    }
    return fits(caller, bytes);
  }

  app.decorateRequest('makeRoom', undefined);
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': coding, 'content-type': type = '' } = request.headers;
    const isSmall = length === undefined ? coding === undefined : Number(length) <= smallBytes;
    const isZipped = request.unzipped !== undefined;
    const isStreamed = type.startsWith('multipart/') || request.routeOptions.config.bodyWeight === 0;
    if ((isSmall && !isZipped) || isStreamed) return done(null, payload);
    const reserve = (length: number): boolean => {
      const { bodyLimit, config } = request.routeOptions;
      const caller = request.call.caller?.key ?? request.ip;
      const bytes = Math.min(length || bodyLimit, bodyLimit) * (config.bodyWeight ?? defaultWeight);
      if (!fits(caller, bytes) && !makeRoom(caller, bytes)) return false;
      const reservation: Reservation = {
        caller,
        bytes,
        request: request.raw,
        read: request.raw.socket.bytesRead,
        readAt: performance.now(),
      };
      add(reservation);
      whenClosed(reply, () => remove(reservation));
      return true;
    };
    // The expanded size of a compressed body is not known in advance.
    if (isZipped)
      request.makeRoom = () => {
        if (!reserve(Infinity)) throw full();
      };
    else if (!reserve(Number(length ?? Infinity))) return done(full());
    done(null, payload);
  });
}

function hasStopped(reservation: Reservation, now: number): boolean {
  const { request } = reservation;
  const read = request.socket.bytesRead;
  // Bytes that have arrived but are not read yet: the service is the slow one.
  if (read > reservation.read || request.readableLength > 0) Object.assign(reservation, { read, readAt: now });
  return !request.complete && now - reservation.readAt > maxPauseMs;
}

const full = () => unavailable('service.busy', { why: 'memory' }, 1);
