import type { Logger } from 'pino';
import type { ScannerAddress } from '../address.ts';
import { connectToScanner, type ScannerConnection, type ScannerTimes } from './connection.ts';
import { unavailable } from '../../../errors/errors.ts';

/** One file on its way to the scanner. */
export interface Scan {
  /** Sends the pieces to the scanner as they pass, never faster than it reads. Throws a 503 if the scanner fails. */
  over(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** The name of the threat in the whole file, undefined if it is clean. Rejects with a 503 if the scanner fails. */
  threat(): Promise<string | undefined>;
}

export interface Scanner {
  begin(): Scan;
}

export type ScanResult = 'clean' | 'infected' | 'failed';

export interface ScannerOptions {
  log: Pick<Logger, 'error'>;
  /** `waitedSeconds` is the time between the last byte and the verdict. */
  observe: (result: ScanResult, waitedSeconds: number) => void;
  times?: ScannerTimes;
}

const retryAfterSeconds = 30;

export const createScanner = (address: ScannerAddress, { log, observe, times }: ScannerOptions): Scanner => ({
  begin() {
    let connection: ScannerConnection | undefined;
    let sentAt: number | undefined;

    const waitedSeconds = () => (sentAt === undefined ? 0 : (performance.now() - sentAt) / 1000);
    function refuse(message: string): never {
      observe('failed', waitedSeconds());
      log.error({ reason: message }, 'the virus scanner did not scan a file');
      throw unavailable('scanner.unavailable', {}, retryAfterSeconds);
    }

    async function* over(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      connection = connectToScanner(address, times);
      try {
        connection.send('zINSTREAM\0');
        for await (const piece of source) {
          if (piece.length > 0) connection.send(lengthOf(piece), piece);
          yield piece;
          await connection.room().catch(({ message }: Error) => refuse(message));
        }
        // An end of length 0.
        connection.send(lengthOf(nothing));
        if (connection.replied() === undefined) sentAt = performance.now();
      } finally {
        if (sentAt === undefined) connection.close();
      }
    }

    async function threat(): Promise<string | undefined> {
      const reply = (await connection?.reply().catch(({ message }: Error) => refuse(message))) ?? '';
      const name = foundIn.exec(reply)?.[1];
      if (name === undefined && (reply !== 'stream: OK' || sentAt === undefined))
        refuse(`it replied ${JSON.stringify(reply)}${sentAt === undefined ? ' before it had the whole file' : ''}`);
      observe(name === undefined ? 'clean' : 'infected', waitedSeconds());
      return name;
    }

    return { over, threat };
  },
});

const nothing = Buffer.alloc(0);
const foundIn = /^stream: (.+) FOUND$/;

function lengthOf({ length }: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
