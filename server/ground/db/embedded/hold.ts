import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { errorCode, messageOf } from './command.ts';
import { superuser } from './init.ts';
import { CommandError } from '../../../errors/command-error.ts';

/** The connection that keeps the server running: while one process holds the lock shared, no other stops the server. */
export interface Holder {
  host: string;
  port: number;
  client: pg.Client;
  /** Resolves when the connection is gone, for whatever reason. */
  ended: Promise<void>;
}

export type Attempt = { holder: Holder } | { holder?: undefined; answered: boolean; reason: string };

/** Any constants do, as long as they stay: processes of different versions may share a server. */
const inUse = '1685024626, 1';
const creating = '1685024626, 2';

/** "Cannot connect now", "shut down", "crash", "too many connections": answers of a server that is worth waiting for. */
const passing = new Set(['57P03', '57P01', '57P02', '53300']);

/**
 * Locks are known only within one database, so every holder connects to the same one. It is not the one that the
 * application uses, so that this one can be copied or dropped while it is held.
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
  // The end of the connection is what matters; without a listener its error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean; directory: string }>(
      `SELECT pg_try_advisory_lock_shared(${inUse}) AS locked, current_setting('data_directory') AS directory`,
    );
    const served = await realpath(rows[0]?.directory ?? '').catch(() => undefined);
    // A copied data folder still names the socket of the original.
    const ours = host === directory || served === directory;
    if (ours && rows[0]?.locked) return { holder: { host, port, client, ended } };
    abandon(client);
    return ours
      ? { answered: true, reason: 'another process is stopping it' }
      : { answered: false, reason: `the server at ${host} serves ${served ?? 'another folder'}` };
  } catch (error) {
    abandon(client);
    if (!passes(error)) throw new CommandError(`PostgreSQL in ${directory} turned Doorway away: ${messageOf(error)}.`);
    // What has no code is pg's own: the server took the connection and dropped it, or was silent.
    return {
      answered: ['', 'ECONNRESET', 'EPIPE', ...passing].includes(errorCode(error) ?? ''),
      reason: messageOf(error),
    };
  }
}

/** Whether the server was only lost or not ready, and did not refuse what it was asked. */
export const passes = (error: unknown) => !(error instanceof pg.DatabaseError) || passing.has(error.code ?? '');

/** True when nobody else holds the server. Then nobody can begin to, either, until this connection ends. */
export async function release({ client }: Holder): Promise<boolean> {
  await client.query(`SELECT pg_advisory_unlock_shared(${inUse})`);
  const { rows } = await client.query<{ alone: boolean }>(`SELECT pg_try_advisory_lock(${inUse}) AS alone`);
  return rows[0]?.alone === true;
}

/** Two processes may find it missing at once, so one of them waits. */
export async function ensureDatabase({ client }: Holder, name: string): Promise<void> {
  await client.query(`SELECT pg_advisory_lock(${creating})`);
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  await client.query(`SELECT pg_advisory_unlock(${creating})`);
}

/** A connection that failed may never say that it has ended, so nobody waits for it. */
export function abandon(client: pg.Client): void {
  client.end().catch(() => undefined);
}
