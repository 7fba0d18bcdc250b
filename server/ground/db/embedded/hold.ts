import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { errorCode, messageOf } from './command.ts';
import { superuser } from './init.ts';
import { valueOf } from '../pool.ts';
import { CommandError } from '../../../errors/command-error.ts';

/** Keeps the server running: no process stops the server while another one holds the shared lock. */
export interface Holder {
  host: string;
  port: number;
  client: pg.Client;
  ended: Promise<void>;
}

export type Attempt = { holder: Holder } | { holder?: undefined; answered: boolean; reason: string };

/** Never change these: processes of different versions may share a server. */
const inUse = '1685024626, 1';
const creating = '1685024626, 2';

/** cannot_connect_now, admin_shutdown, crash_shutdown and too_many_connections are worth waiting for. */
const passing = new Set(['57P03', '57P01', '57P02', '53300']);

/**
 * Locks are per database, so all holders connect to the same one. It is not the application's database, which can
 * therefore be copied or dropped meanwhile.
 */
export async function tryToHold(host: string, port: number, directory: string): Promise<Attempt> {
  const client = new pg.Client({
    host,
    port,
    user: superuser,
    database: 'postgres',
    application_name: 'doorway holder',
    ssl: false,
    options: '-c idle_session_timeout=0',
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  });
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  // Only the end of the connection matters; without a listener its error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean; directory: string }>(
      `SELECT pg_try_advisory_lock_shared(${inUse}) AS locked, current_setting('data_directory') AS directory`,
    );
    const served = await realpath(rows[0]?.directory ?? '').catch(() => undefined);
    // A copied data folder still names the original's socket.
    const ours = host === directory || served === directory;
    if (ours && rows[0]?.locked) return { holder: { host, port, client, ended } };
    abandon(client);
    return ours
      ? { answered: true, reason: 'another process is stopping it' }
      : { answered: false, reason: `the server at ${host} serves ${served ?? 'another folder'}` };
  } catch (error) {
    abandon(client);
    if (!passes(error)) throw new CommandError(`PostgreSQL in ${directory} turned Doorway away: ${messageOf(error)}.`);
    // Errors without a code are pg's own: the server dropped the connection or did not answer.
    return {
      answered: ['', 'ECONNRESET', 'EPIPE', ...passing].includes(errorCode(error) ?? ''),
      reason: messageOf(error),
    };
  }
}

/** Whether the server was lost or not ready, rather than refusing the request. */
export const passes = (error: unknown) => !(error instanceof pg.DatabaseError) || passing.has(error.code ?? '');

/** True if no other process holds the server; none can join before this connection ends. */
export async function release({ client }: Holder): Promise<boolean> {
  await client.query(`SELECT pg_advisory_unlock_shared(${inUse})`);
  return (await valueOf<boolean>(client, `SELECT pg_try_advisory_lock(${inUse}) AS alone`)) === true;
}

/** Two processes may find the database missing at once, so a lock makes one of them wait. */
export async function ensureDatabase({ client }: Holder, name: string): Promise<void> {
  await client.query(`SELECT pg_advisory_lock(${creating})`);
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  await client.query(`SELECT pg_advisory_unlock(${creating})`);
}

/** A failed connection may never report its end, so nothing waits for it. */
export function abandon(client: pg.Client): void {
  client.end().catch(() => undefined);
}
