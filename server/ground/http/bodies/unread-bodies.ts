import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whenClosed } from '../answers/closed.ts';
import { hasBody } from './coding.ts';
import type { Draining } from '../arrival/draining.ts';

/** A body slightly too large is still read to its end, so that its sender reads why it was refused. */
const bytesBeyondLimit = 1024 * 1024;

/**
 * Many clients and proxies read no answer before they have sent their whole body; if the connection is closed
 * meanwhile, they see a broken pipe and never the reason. So the connection stays open after a refusal, and the rest of
 * the body is discarded within the limits of `createDiscard`.
 */
export function letUnreadBodiesPass(app: FastifyInstance, draining: Draining): void {
  const discard = createDiscard();
  const throwAway = ({ raw, routeOptions }: FastifyRequest) => {
    if (!raw.complete && !raw.destroyed && !raw.socket.destroyed)
      discard(raw, routeOptions.bodyLimit + bytesBeyondLimit);
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && isComing(request) && !draining.begun) {
      if (reply.raw.shouldKeepAlive) reply.removeHeader('connection');
      else closeAfter(request.raw);
      // Without this read Node itself would discard the whole body as fast as it arrives once the answer is sent.
      request.raw.read(0);
      whenClosed(reply, throwAway);
    }
    done(null, payload);
  });
}

/** A client that waits for "100 Continue" and does not get it sends no body. */
const isComing = (request: FastifyRequest) => request.headers.expect === undefined && hasBody(request);

/** Node closes a connection that is not kept alive at the end of the answer. This delays it to the end of the body. */
function closeAfter(raw: IncomingMessage): void {
  const { socket } = raw;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => void (raw.complete ? close() : raw.once('close', close));
}

export interface DiscardLimits {
  connections: number;
  bytesPerSecond: number;
  /** A client that sends nothing for this long is disconnected. */
  stallMs: number;
}

const defaultLimits: DiscardLimits = { connections: 64, bytesPerSecond: 32 * 1024 * 1024, stallMs: 3_000 };

const tickMs = 100;

interface DiscardedBody {
  raw: IncomingMessage;
  bytes: number;
  /** Bytes that may still be read before the next tick. Negative if a chunk was larger than the share. */
  share: number;
  stallTimer: NodeJS.Timeout;
  onClose(): void;
}

/**
 * Reads and discards bodies, at most `maxBytes` of each and all of them together at a bounded rate. A connection that
 * sends more is closed. If there are too many at once, the one that has sent the most is closed: the others are
 * probably nearly done.
 */
export function createDiscard({ connections, bytesPerSecond, stallMs }: DiscardLimits = defaultLimits) {
  const all = new Set<DiscardedBody>();
  let ticking: NodeJS.Timeout | undefined;

  const perTick = (bytesPerSecond * tickMs) / 1_000;
  function tick(): void {
    for (const one of all) {
      one.share = Math.min(one.share, 0) + perTick / all.size;
      if (one.share > 0) one.raw.resume();
    }
  }

  function remove(one: DiscardedBody): void {
    clearInterval(one.stallTimer);
    one.raw.socket.off('close', one.onClose);
    all.delete(one);
    if (all.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  }

  const close = (one: DiscardedBody) => {
    remove(one);
    one.raw.socket.destroy();
  };

  return (raw: IncomingMessage, maxBytes: number): void => {
    if (all.size >= connections) close([...all].reduce((a, b) => (b.bytes > a.bytes ? b : a)));
    const { socket } = raw;
    let seen = socket.bytesRead;
    const stallTimer = setInterval(() => {
      if (socket.bytesRead === seen) close(one);
      seen = socket.bytesRead;
    }, stallMs).unref();
    const one: DiscardedBody = {
      raw,
      bytes: 0,
      share: perTick / (all.size + 1),
      stallTimer,
      onClose: () => remove(one),
    };
    all.add(one);
    ticking ??= setInterval(tick, tickMs).unref();
    raw.once('close', one.onClose);
    // A request whose answer was sent emits no 'close' if its connection breaks.
    socket.once('close', one.onClose);
    raw.on('data', ({ length }: Buffer) => {
      one.bytes += length;
      one.share -= length;
      if (one.bytes > maxBytes) close(one);
      else if (one.share <= 0) raw.pause();
    });
    raw.resume();
  };
}
