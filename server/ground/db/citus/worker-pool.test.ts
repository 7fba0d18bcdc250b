import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { WorkerPool } from './worker-pool.ts';
import { Client } from '../connect/client.ts';
import { isDatabaseAway } from '../failures.ts';
import { openOwnDatabase } from '../../../testing/database.ts';

/** A server that can stop answering without closing its connections. */
async function openWorker() {
  const { connection, drop } = await openOwnDatabase('The connections of a whole server are broken.', 'template0');
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(join(connection.host, `.s.PGSQL.${connection.port}`));
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    if (!isSilent) near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = new WorkerPool(`127.0.0.1:${port}`, {
    ...connection,
    Client: Client as unknown as typeof pg.Client,
    host: '127.0.0.1',
    port,
    max: 2,
  });
  const errors: Error[] = [];
  pool.on('error', (error) => errors.push(error));
  onTestFinished(async () => {
    await pool.end();
    server.close();
    for (const socket of sockets) socket.destroy();
    await drop();
  });
  return {
    pool,
    errors,
    fallSilent: () => {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    comeBack: () => {
      isSilent = false;
    },
  };
}

it('a worker that hangs fails the statements under way and all others at once, until it answers again', async () => {
  const { pool, errors, fallSilent, comeBack } = await openWorker();
  await pool.query('SELECT');
  await pool.probe();
  expect(pool.isLost).toBe(false);

  fallSilent();
  const underWay = pool.query('SELECT').catch((error: unknown) => error);
  await pool.probe();
  expect(pool.isLost).toBe(true);
  expect(isDatabaseAway(await underWay)).toBe(true);
  expect(errors.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^the worker \S+ does not answer$/),
  );
  for (const failing of [pool.query('SELECT'), pool.connect()])
    expect(isDatabaseAway(await failing.catch((error: unknown) => error))).toBe(true);
  expect(pool.totalCount).toBe(0);

  comeBack();
  await pool.probe();
  expect(pool.isLost).toBe(false);
  expect((await pool.query('SELECT')).rowCount).toBe(1);
});

it('a connection that breaks alone does not make the worker lost', async () => {
  const { pool } = await openWorker();
  await pool.probe();
  await pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
  );
  await pool.probe();
  expect(pool.isLost).toBe(false);
});
