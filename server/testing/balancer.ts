import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export interface Balancer {
  url: string;
  /** How many requests each process has got, in the order of the addresses. */
  sent: number[];
  close(): Promise<void>;
}

export const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );

/**
 * Sends requests to the processes that are ready, in turn. It asks before each request, so that it knows without a
 * clock. It repeats none: a failure is a 502.
 */
export async function openBalancer(addresses: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const sent = addresses.map(() => 0);
  let turn = 0;

  async function next(): Promise<string | undefined> {
    const first = turn++;
    for (const [at] of addresses.entries()) {
      const address = addresses[(first + at) % addresses.length] as string;
      if (await isReady(address)) return address;
    }
    return undefined;
  }

  async function pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const address = await next();
    if (address === undefined) return void to.writeHead(502).end();
    const at = addresses.indexOf(address);
    sent[at] = (sent[at] as number) + 1;
    const { method, url = '', headers } = from;
    const passed = request(address + url, { method, headers, agent }, (answer) => {
      to.writeHead(answer.statusCode as number, answer.headers);
      pipeline(answer, to, () => undefined);
    });
    passed.on('error', () => (to.headersSent ? to.destroy() : to.writeHead(502).end()));
    pipeline(from, passed, () => undefined);
  }

  // A client must not send on a connection that is being closed.
  const server = createServer({ keepAliveTimeout: 0 }, (from, to) => void pass(from, to));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
