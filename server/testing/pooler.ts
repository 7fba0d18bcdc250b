import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { TestDatabase } from './database.ts';

/** Start-up parameters that PgBouncer accepts. */
const known = new Set([
  'user',
  'database',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
  'application_name',
]);

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const text = (...parts: string[]) => Buffer.from(parts.map((part) => `${part}\0`).join(''));
const refusal = (sentence: string) =>
  message('E', Buffer.concat([text('SFATAL', 'VFATAL', 'C08P01', `M${sentence}`), Buffer.from([0])]));
const idle = message('Z', Buffer.from('I'));
const welcome = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', text('server_version', '18.0')),
  message('S', text('client_encoding', 'UTF8')),
  message('K', Buffer.alloc(8)),
  idle,
]);

function cutting(take: (type: string, whole: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length >= 5;) {
      const length = rest.readInt32BE(1) + 1;
      if (rest.length < length) return;
      const whole = rest.subarray(0, length);
      rest = rest.subarray(length);
      take(whole.toString('latin1', 0, 1), whole);
    }
  };
}

interface LentConnection {
  socket: Socket;
  client: Socket | undefined;
  unanswered: number;
}

export interface Pooler {
  url: string;
  complaints: string[];
  /** Transactions served by another connection than the client's previous one. */
  changes(): number;
}

/**
 * Behaves like PgBouncer in transaction mode: refuses connection settings, assigns another connection per transaction,
 * and remembers no prepared statements.
 */
export async function poolerForThisTest(
  { connection: { database } }: Pick<TestDatabase, 'connection'>,
  size = 4,
): Promise<Pooler> {
  const { host, port, user } = inject('postgres');
  const complaints: string[] = [];
  const waiting: ((lent: LentConnection) => void)[] = [];
  const sockets = new Set<Socket>();
  const idleOnes: LentConnection[] = [];
  let changes = 0;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };

  async function open(): Promise<LentConnection> {
    const socket = connect(join(host, `.s.PGSQL.${port}`));
    keep(socket);
    const lent: LentConnection = { socket, client: undefined, unanswered: 0 };
    const body = Buffer.concat([Buffer.from([0, 3, 0, 0]), text('user', user, 'database', database), Buffer.from([0])]);
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    socket.write(Buffer.concat([length, body]));
    await new Promise<void>((resolve) => {
      let begun = false;
      socket.on(
        'data',
        cutting((type, whole) => {
          if (begun) lent.client?.write(whole);
          if (type !== 'Z') return;
          if (!begun) {
            begun = true;
            return resolve();
          }
          lent.unanswered -= 1;
          if (whole[5] === 'I'.charCodeAt(0) && lent.unanswered === 0) giveBack(lent);
        }),
      );
    });
    return lent;
  }

  /**
   * Serves waiting clients first. Otherwise the connection goes to the end of the queue, so that the next transaction
   * gets another one.
   */
  function giveBack(lent: LentConnection): void {
    lent.client = undefined;
    const next = waiting.shift();
    if (next === undefined) idleOnes.push(lent);
    else next(lent);
  }

  const borrow = (): Promise<LentConnection> => {
    const lent = idleOnes.shift();
    return lent === undefined ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve(lent);
  };

  function serve(client: Socket): void {
    let lent: LentConnection | undefined;
    let last: LentConnection | undefined;
    let working = Promise.resolve();
    const forward = async (type: string, whole: Buffer) => {
      if (type === 'X') {
        client.end();
        return;
      }
      if (type === 'P' && whole[5] !== 0) {
        complaints.push('a statement has a name');
        client.end(refusal('prepared statements are not known here'));
        return;
      }
      if (lent === undefined || lent.client !== client) {
        lent = await borrow();
        lent.client = client;
        if (last !== undefined && last !== lent) changes += 1;
        last = lent;
      }
      if (type === 'Q' || type === 'S') lent.unanswered += 1;
      lent.socket.write(whole);
    };
    client.on(
      'data',
      cutting((type, whole) => {
        working = working.then(() => forward(type, whole));
      }),
    );
    // If a client leaves inside a transaction, PostgreSQL rolls it back and a new connection replaces this one.
    client.on(
      'close',
      () =>
        void working.then(async () => {
          if (lent?.client !== client) return;
          lent.socket.destroy();
          giveBack(await open());
        }),
    );
  }

  function begin(client: Socket): void {
    keep(client);
    client.once('data', (first) => {
      const words = first.toString('utf8', 8).split('\0');
      const names = words.filter((_, at) => at % 2 === 0 && words[at] !== '');
      const unknown = names.find((name) => !known.has(name.toLowerCase()));
      if (unknown === undefined) {
        client.write(welcome);
        serve(client);
      } else {
        complaints.push(`unsupported startup parameter: ${unknown}`);
        client.end(refusal(`unsupported startup parameter: ${unknown}`));
      }
    });
  }

  for (let at = 0; at < size; at++) idleOnes.push(await open());
  const server = createServer({ noDelay: true }, begin).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `postgres://${user}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`,
    complaints,
    changes: () => changes,
  };
}
