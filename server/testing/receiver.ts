import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nowMs } from './time.ts';

export interface ReceivedMessage {
  headers: IncomingMessage['headers'];
  body: string;
  at: number;
}

export type Behaviour = (received: ReceivedMessage, response: ServerResponse) => unknown;

export interface Receiver extends AsyncDisposable {
  url: string;
  received: ReceivedMessage[];
  behave: Behaviour;
  connections: number;
}

export const answers =
  (status: number, body = ''): Behaviour =>
  (_received, response) =>
    response.writeHead(status).end(body);

export async function openReceiver(behave: Behaviour = answers(204)): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const one = { headers: request.headers, body: Buffer.concat(chunks).toString(), at: nowMs() };
    receiver.received.push(one);
    await receiver.behave(one, response);
  });
  server.on('connection', () => (receiver.connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received: [],
    behave,
    connections: 0,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
