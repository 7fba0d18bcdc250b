import { connect } from 'node:net';
import type { ScannerAddress } from '../address.ts';

export interface ScannerTimes {
  connectMs: number;
  /** How long the scanner may leave sent bytes unread. */
  stallMs: number;
  /** How long it may take to reply once it has everything. */
  replyMs: number;
}

/** A scan of a large file takes seconds, and it may wait for others. */
export const scannerTimes: ScannerTimes = { connectMs: 5_000, stallMs: 30_000, replyMs: 60_000 };

export interface ScannerConnection {
  send(...pieces: (Uint8Array | string)[]): void;
  /** Resolves once the scanner has taken the sent bytes or has replied. Rejects if it fails. */
  room(): Promise<void>;
  /** Undefined until the scanner replies, which it may do before it has everything. */
  replied(): string | undefined;
  /** Waits for the reply. Rejects if it fails. */
  reply(): Promise<string>;
  close(): void;
}

const maxReplyLength = 1_024;

const closed = 'it closed the connection without a reply';

/** An error of several addresses has no message of its own. */
const messageOf = ({ code = '', message }: NodeJS.ErrnoException) =>
  ['EPIPE', 'ECONNRESET'].includes(code) ? closed : message || code;

/** One command to clamd. An error's message says what the scanner did, for the log. */
export function connectToScanner(
  address: ScannerAddress,
  { connectMs, stallMs, replyMs }: ScannerTimes = scannerTimes,
): ScannerConnection {
  const socket = connect(address).setNoDelay(true).setEncoding('latin1');
  let text = '';
  let reply: string | undefined;
  let failure: Error | undefined;
  let proceed: () => void = () => undefined;

  const end = (): void => {
    clearTimeout(connecting);
    socket.destroy();
    proceed();
  };
  const fail = (message: string): void => {
    if (reply === undefined) failure ??= new Error(message);
    end();
  };
  const connecting = setTimeout(() => fail('it could not be reached in time'), connectMs);
  socket
    .on('connect', () => clearTimeout(connecting))
    .on('data', (piece: string) => {
      text += piece;
      const length = text.search(/[\0\n]/);
      if (length !== -1) reply ??= text.slice(0, length);
      else if (text.length > maxReplyLength) failure ??= new Error('its reply has no end');
      if (reply !== undefined || failure !== undefined) end();
    })
    .on('drain', () => proceed())
    .on('error', (error: NodeJS.ErrnoException) => fail(messageOf(error)))
    .on('close', () => fail(closed));

  async function waitUntil(isDone: () => boolean, limitMs: number, message: string): Promise<void> {
    const waiting = setTimeout(() => fail(message), limitMs);
    while (!isDone() && failure === undefined) await new Promise<void>((resolve) => (proceed = resolve));
    clearTimeout(waiting);
    if (failure !== undefined) throw failure;
  }

  return {
    send: (...pieces) => {
      if (socket.destroyed) return;
      // One system call for all pieces.
      socket.cork();
      for (const piece of pieces) socket.write(piece);
      socket.uncork();
    },
    room: () =>
      waitUntil(() => reply !== undefined || !socket.writableNeedDrain, stallMs, 'it stopped reading the file'),
    replied: () => reply,
    reply: async () => {
      await waitUntil(() => reply !== undefined, replyMs, 'it did not reply in time');
      return reply ?? '';
    },
    close: end,
  };
}
