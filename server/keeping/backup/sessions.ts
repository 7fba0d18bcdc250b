import type { Host } from '../../ground/db/connect/address.ts';
import type { Client, Connection } from '../../ground/db/connect/client.ts';
import { createClient } from '../../ground/db/connect/with-client.ts';
import { copySettings } from '../../ground/db/copy.ts';

/**
 * Limits of the role or the server are meant for requests. A server that hides rows from this role by row security
 * must refuse instead. None of these statements takes the snapshot yet. The wait for locks is shorter than
 * deadlock_timeout, so that the server never ends a migration in favour of a backup.
 */
const settings = `
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '500ms'; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL row_security = off`;
/** Since PostgreSQL 17. */
const lastSetting = `SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout'`;

export const takeSnapshot = (client: Client): Promise<unknown> => client.query(lastSetting) as Promise<unknown>;

/** The connections of a backup: one, or on a cluster one to each server and one to lock tables. */
export interface Sessions {
  /** Without a host: the server of the database, or the coordinator. */
  open(host?: Host): Promise<Client>;
  /** A transaction that has not taken its snapshot yet. */
  begin(host?: Host): Promise<Client>;
  /** Why a server ended an idle connection. The next statement on it only says that it is closed. */
  reasonOfLoss(): Error | undefined;
  breakOff(): void;
  end(): Promise<void>;
}

/** Shards are ordinary tables for the server that has them, so the connections are those of a plain server. */
export function createSessions(connection: Connection): Sessions {
  const clients: Client[] = [];
  let reason: Error | undefined;
  const open: Sessions['open'] = (host) => {
    const primary = host && { find: () => Promise.resolve(host), forget: () => undefined };
    const client = createClient({ ...connection, cluster: undefined, ...(primary && { primary }) }, 'doorway backup');
    client.on('error', (error) => {
      reason ??= error;
    });
    clients.push(client);
    return client.connect() as Promise<Client>;
  };
  return {
    open,
    begin: async (host) => {
      const client = await open(host);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query(copySettings);
      await client.query(settings);
      return client;
    },
    reasonOfLoss: () => reason,
    breakOff: () => {
      for (const client of clients) client.connection.stream.destroy();
    },
    end: async () => {
      for (const client of clients) {
        // Fails if the connection was lost meanwhile.
        await client.query('COMMIT');
        await client.end();
      }
    },
  };
}
