import { Transform } from 'node:stream';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unavailable } from '../errors.ts';
import { whenClosed } from './closed.ts';

/** Of all bodies together. A small machine can hold less. */
const usualMost = Math.min(384 * 1024 * 1024, getHeapStatistics().heap_size_limit / 8);

/** A body of JSON stands in memory as bytes, as text and as all the values in it. */
const usualWeight = 4;

/** A body that says it is no larger is counted at once; a larger one as it comes, since saying so costs nobody anything. */
const smallBytes = 64 * 1024;

/** What anybody may send before it is known who it is: a password or a client's secret needs no more. */
export const strangersBodyLimit = 8 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many times its own size a body takes in memory, where it is not the usual four. */
    bodyWeight?: number;
  }
}

/**
 * Bodies are held in memory until they are answered. However many come at once, no more than this is held in all, and no
 * more than half of it for one caller; whoever comes above it is asked to come again. What is streamed to disk is not counted.
 */
export function limitBodiesInMemory(app: FastifyInstance, most = usualMost): void {
  let held = 0;
  const heldFor = new Map<string, number>();

  function take(name: string, bytes: number): void {
    const own = heldFor.get(name) ?? 0;
    // One that is larger alone is let in alone.
    if ((held > 0 && held + bytes > most) || (own > 0 && own + bytes > most / 2)) throw full();
    held += bytes;
    heldFor.set(name, own + bytes);
  }

  function giveBack(name: string, bytes: number): void {
    held -= bytes;
    const left = (heldFor.get(name) ?? 0) - bytes;
    if (left > 0) heldFor.set(name, left);
    else heldFor.delete(name);
  }

  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': coding, 'content-type': type = '' } = request.headers;
    if ((length === undefined && coding === undefined) || type.startsWith('multipart/')) return done(null, payload);
    const name = callerOf(request);
    const weight = request.routeOptions.config.bodyWeight ?? usualWeight;
    const announced = length === undefined ? Infinity : Number(length);
    let counted = 0;
    const count = (bytes: number) => {
      take(name, bytes * weight);
      counted += bytes * weight;
    };
    try {
      count(announced <= smallBytes ? announced : 0);
    } catch (error) {
      return done(error as Error);
    }
    whenClosed(reply, () => giveBack(name, counted));
    if (announced <= smallBytes) return done(null, payload);
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, passed) {
        try {
          count(chunk.length);
          passed(null, chunk);
        } catch (error) {
          reply.header('connection', 'close');
          passed(error as Error);
        }
      },
    });
    payload.on('error', (error) => counter.destroy(error));
    done(null, payload.pipe(counter));
  });
}

const callerOf = (request: FastifyRequest): string => request.partner?.id ?? request.operator?.id ?? request.ip;

const full = () => unavailable('The service holds as many requests as it can. Send this one again; a large file is better sent as multipart/form-data.', 1);
