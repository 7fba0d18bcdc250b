import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one request on its way; without one it passes. */
export type Mishap =
  | 'lost request'
  | 'lost answer'
  | 'no answer'
  | { status: number; headers?: Record<string, string>; body?: string };

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
}

export interface Proxy {
  url: string;
  seen: Seen[];
  /** Taken from the front, one for each request. */
  mishaps: (Mishap | undefined)[];
  close(): Promise<void>;
}

/** Stands between client and service, and does to requests what networks do. */
export async function openProxy(target: string): Promise<Proxy> {
  const seen: Seen[] = [];
  const mishaps: (Mishap | undefined)[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    seen.push({ method, url, headers });
    const mishap = mishaps.shift();
    if (mishap === 'lost request') incoming.socket.destroy();
    else if (typeof mishap === 'object')
      incoming.resume().on('end', () => outgoing.writeHead(mishap.status, mishap.headers ?? {}).end(mishap.body ?? ''));
    else pass(target, incoming, outgoing, mishap);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    mishaps,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pass(target: string, incoming: IncomingMessage, outgoing: ServerResponse, mishap: Mishap | undefined): void {
  const { method, url = '', headers } = incoming;
  const onward = request(new URL(url, target), { method, headers }, (answer) => {
    if (mishap === 'lost answer') answer.resume().on('end', () => incoming.socket.destroy());
    else if (mishap === 'no answer') answer.resume();
    else answer.pipe(outgoing.writeHead(answer.statusCode ?? 0, answer.headers));
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
