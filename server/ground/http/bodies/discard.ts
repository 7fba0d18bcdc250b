import type { IncomingMessage } from 'node:http';

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
