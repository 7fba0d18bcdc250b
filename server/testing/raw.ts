import { request, type Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Answer } from './door.ts';

export function dial(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // The server may close the connection after these requests.
  socket.on('error', () => undefined);
  return socket;
}

/** Reads until the server closes, which it does after Connection: close or a broken request. */
export async function exchange(url: string, ...pieces: (string | Uint8Array)[]): Promise<Answer> {
  const socket = dial(url);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  for (const piece of pieces) socket.write(piece);
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const [, path] = /^\S+ (\S+)/.exec(String(pieces[0])) ?? [];
  return { ...(path !== undefined && { path }), ...parseAnswer(Buffer.concat(received)) };
}

/** Status 0 if there is no answer. */
function parseAnswer(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n');
  const [line = '', ...lines] = bytes.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n');
  const headers = new Headers(
    lines.map((header): [string, string] => [
      header.slice(0, header.indexOf(':')),
      header.slice(header.indexOf(':') + 1).trim(),
    ]),
  );
  const rest = bytes.subarray(end + 4);
  const text =
    headers.get('transfer-encoding') === 'chunked'
      ? joinChunks(rest)
      : rest.subarray(0, Number(headers.get('content-length') ?? 0)).toString('utf8');
  return { status: Number(line.split(' ')[1] ?? 0), headers, body: text === '' ? undefined : JSON.parse(text) };
}

function joinChunks(bytes: Buffer): string {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at);
    const size = parseInt(bytes.toString('latin1', at, line), 16);
    if (!(size > 0)) return Buffer.concat(chunks).toString('utf8');
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 4 + size;
  }
}

export const head = (method: string, path: string, headers: Record<string, string | number>): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: door',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');

export interface RawCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
}

/** Allows headers and paths that fetch would correct or refuse. */
export const ask = (url: string, agent: Agent, { method, path, headers, body }: RawCall): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sending = request({ hostname, port, agent, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const received = new Headers(
          Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
        );
        resolve({
          status: response.statusCode ?? 0,
          headers: received,
          body: text === '' ? undefined : JSON.parse(text),
        });
      });
    });
    sending.on('error', reject);
    sending.end(body);
  });
