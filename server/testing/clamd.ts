import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A file with this text is infected. */
export const threatText = 'doorway-test-threat';
export const threatName = 'Doorway.Test-1';

/**
 * The scanner's answer to a file: `early` replies at the first bytes that have the threat, `size` refuses the first
 * bytes, `hasty` calls a file clean before its end, `endless` replies without an end, `stuck` reads nothing, `silent`
 * reads everything and says nothing.
 */
export type ClamdBehaviour =
  | 'honest'
  | 'early'
  | 'hasty'
  | 'size'
  | 'garbage'
  | 'endless'
  | 'closes'
  | 'stuck'
  | 'silent';

export interface Clamd {
  /** For CLAMD_URL. */
  url: string;
  conduct: ClamdBehaviour;
  /** The bytes of each file, as far as they were read. */
  files: Buffer[];
  open: number;
  close(): Promise<void>;
}

/** A server that speaks clamd's protocol, on 127.0.0.1 or on a Unix socket. The caller closes it. */
export async function openClamd(path?: string): Promise<Clamd> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    serve(socket, clamd);
  });
  server.listen(path === undefined ? { port: 0, host: '127.0.0.1' } : { path });
  await once(server, 'listening');
  const clamd: Clamd = {
    url: path === undefined ? `tcp://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix:${path}`,
    conduct: 'honest',
    files: [],
    get open() {
      return sockets.size;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return clamd;
}

const otherReplies: Record<string, string> = { zPING: 'PONG\0', zVERSION: 'ClamAV 1.4.3/27500/test\0' };

function serve(socket: Socket, { conduct, files }: Clamd): void {
  const at = files.push(Buffer.alloc(0)) - 1;
  let buffer = Buffer.alloc(0);
  let isNamed = false;
  if (conduct === 'stuck') socket.pause();
  else socket.on('data', take);

  function take(bytes: Buffer): void {
    buffer = Buffer.concat([buffer, bytes]);
    if (!isNamed) {
      const end = buffer.indexOf('\0');
      if (end === -1) return;
      const command = buffer.toString('latin1', 0, end);
      if (command !== 'zINSTREAM') return void socket.end(otherReplies[command] ?? 'UNKNOWN COMMAND\0');
      isNamed = true;
      buffer = buffer.subarray(end + 1);
    }
    while (buffer.length >= 4 && buffer.length >= 4 + buffer.readUInt32BE()) {
      const length = buffer.readUInt32BE();
      const file = Buffer.concat([files[at] as Buffer, buffer.subarray(4, 4 + length)]);
      files[at] = file;
      buffer = buffer.subarray(4 + length);
      hear(file, length === 0);
    }
  }

  function hear(file: Buffer, isWhole: boolean): void {
    const verdict = file.includes(threatText) ? `stream: ${threatName} FOUND\0` : 'stream: OK\0';
    if (conduct === 'closes') socket.destroy();
    else if (conduct === 'size') socket.end('INSTREAM size limit exceeded. ERROR\0');
    else if (conduct === 'garbage') socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    else if (conduct === 'endless') socket.write('x'.repeat(2_000));
    else if (conduct === 'hasty') socket.end(verdict);
    // It stays open: bytes that arrive after a close would reset the connection, and the reply could be lost.
    else if (conduct === 'early' && verdict.includes('FOUND')) socket.write(verdict);
    else if (isWhole && conduct !== 'silent') socket.end(verdict);
  }
}
