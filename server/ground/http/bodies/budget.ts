import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unavailable } from '../../../errors/errors.ts';
import { whenClosed } from '../answers/closed.ts';

/** Of all bodies together. A small machine can hold less. */
const usualMost = Math.min(384 * 1024 * 1024, getHeapStatistics().heap_size_limit / 8);

/** A body of JSON stands in memory as bytes, as text and as all the values in it. */
const usualWeight = 4;

/** What anybody may send before it is known who it is: a password or a client's secret needs no more. */
export const strangersBodyLimit = 8 * 1024;

/** Not worth counting: no more than 256 requests of partners are under way at once, and an unknown caller sends less. */
export const smallBytes = 64 * 1024;

/** A body of which nothing has come for so long makes room for others that need it. */
const longestPause = 10_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many times its own size a body takes in memory, where it is not the usual four. */
    bodyWeight?: number;
  }
  interface FastifyRequest {
    /** Gives a compressed body its room once more has come out of it than is not worth counting, or throws. */
    makeRoom: (() => void) | undefined;
  }
}

/** A body that has its room. */
interface Held {
  caller: string;
  bytes: number;
  request: FastifyRequest['raw'];
  /** What had come on its connection when it was last looked at, and when something last had. */
  read: number;
  readAt: number;
}

/**
 * Bodies are held in memory until they are answered. However many come at once, no more than this is held in all, and no
 * more than half of it for one caller; a request above it is asked to come again. What is streamed to disk is not counted.
 * To announce a large body and not to send it costs nobody else anything: `late` is called for one that has stopped when its
 * room is needed.
 */
export function limitBodiesInMemory(app: FastifyInstance, late: (socket: Socket) => void, most = usualMost): void {
  const all = new Set<Held>();
  const sums = new Map<string, number>();
  let sum = 0;

  function add(held: Held): void {
    all.add(held);
    sum += held.bytes;
    sums.set(held.caller, (sums.get(held.caller) ?? 0) + held.bytes);
  }

  function remove(held: Held): void {
    if (!all.delete(held)) return;
    sum -= held.bytes;
    const left = (sums.get(held.caller) ?? 0) - held.bytes;
    if (left > 0) sums.set(held.caller, left);
    else sums.delete(held.caller);
  }

  /** One that is larger alone is let in alone. */
  const fits = (caller: string, bytes: number) => {
    const own = sums.get(caller) ?? 0;
    return (sum === 0 || sum + bytes <= most) && (own === 0 || own + bytes <= most / 2);
  };

  function makeRoom(caller: string, bytes: number): boolean {
    const now = performance.now();
    for (const held of all) {
      if (fits(caller, bytes)) return true;
      if (!hasStopped(held, now)) continue;
      remove(held);
      late(held.request.socket);
    }
    return fits(caller, bytes);
  }

  app.decorateRequest('makeRoom', undefined);
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': coding, 'content-type': type = '' } = request.headers;
    const isSmall = length === undefined ? coding === undefined : Number(length) <= smallBytes;
    const isZipped = request.unzipped !== undefined;
    if ((isSmall && !isZipped) || type.startsWith('multipart/')) return done(null, payload);
    const hold = (length: number): boolean => {
      const { bodyLimit, config } = request.routeOptions;
      const caller = request.call.caller?.key ?? request.ip;
      const bytes = Math.min(length || bodyLimit, bodyLimit) * (config.bodyWeight ?? usualWeight);
      if (!fits(caller, bytes) && !makeRoom(caller, bytes)) return false;
      const held: Held = {
        caller,
        bytes,
        request: request.raw,
        read: request.raw.socket.bytesRead,
        readAt: performance.now(),
      };
      add(held);
      whenClosed(reply, () => remove(held));
      return true;
    };
    // How much comes out of a compressed one is not known before.
    if (isZipped)
      request.makeRoom = () => {
        if (!hold(Infinity)) throw full();
      };
    else if (!hold(Number(length ?? Infinity))) return done(full());
    done(null, payload);
  });
}

function hasStopped(held: Held, now: number): boolean {
  const { request } = held;
  const read = request.socket.bytesRead;
  // What has come and was not read yet waits for us.
  if (read > held.read || request.readableLength > 0) Object.assign(held, { read, readAt: now });
  return !request.complete && now - held.readAt > longestPause;
}

const full = () => unavailable('service.busy', { why: 'memory' }, 1);
