import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const checkIntervalMs = 50;

export interface Balancer {
  url: string;
  /** How many requests each process has got, in the order of the addresses. */
  sent: number[];
  /** Addresses of processes that are ready, as of the last check. */
  ready(): string[];
  close(): Promise<void>;
}

/** Sends requests to the processes that are ready, in turn. It repeats none: a failure is a 502. */
export async function openBalancer(addresses: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const closed = new AbortController();
  const sent = addresses.map(() => 0);
  let ready: string[] = [];
  let turn = 0;

  const isReady = (address: string) =>
    fetch(`${address}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );

  async function check(): Promise<void> {
    const checked = await Promise.all(addresses.map(isReady));
    ready = addresses.filter((_, at) => checked[at]);
  }

  async function checkUntilClosed(): Promise<void> {
    while (!closed.signal.aborted) {
      await check();
      await sleep(checkIntervalMs);
    }
  }

  function pass(from: IncomingMessage, to: ServerResponse): void {
    const address = ready[turn++ % ready.length];
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

  await check();
  const over = checkUntilClosed();
  // A client must not send on a connection that is being closed.
  const server = createServer({ keepAliveTimeout: 0 }, pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    ready: () => ready,
    close: async () => {
      closed.abort();
      await over;
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
