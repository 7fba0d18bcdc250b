import { Client, type Connection } from '../ground/db/connect/client.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { pause } from '../ground/scheduling/pause.ts';
import { isUuid } from '../ground/db/ids.ts';

const channel = 'doorway_events';
/** The connection may be dead, or its server read-only. */
const checkIntervalMs = 30_000;

/**
 * Call it after the commit of the events. The statement does not wait for the disk, because polling finds events whose
 * notification is lost.
 */
export async function notify(db: Db, companies: CompanyId[]): Promise<void> {
  await db.query({
    name: 'notify-events',
    text: `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${channel}', company)
           FROM unnest($1::text[]) AS company`,
    values: [companies],
  });
}

export interface Listener {
  heard: (company: CompanyId) => void;
  begun: () => void;
  signal: AbortSignal;
}

/** Uses its own connection, until that is lost or the signal is aborted. */
export async function listen(connection: Connection, { heard, begun, signal }: Listener): Promise<void> {
  const client = new Client({
    ...connection,
    application_name: 'doorway listener',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const gone = new AbortController();
  const leave = () => gone.abort();
  signal.addEventListener('abort', leave, { once: true });
  // Without a listener, an error would end the process.
  client.on('error', leave).on('end', leave);
  client.on('notification', ({ payload = '' }) => {
    if (isUuid(payload)) heard(payload as CompanyId);
  });
  try {
    await client.connect();
    // Repeating LISTEN has no effect, but fails if the connection is dead.
    for (let first = true; !gone.signal.aborted && !signal.aborted; first = false) {
      await client.query(`LISTEN ${channel}`);
      if (first) begun();
      await pause(checkIntervalMs, gone.signal);
    }
  } finally {
    signal.removeEventListener('abort', leave);
    // Don't wait for the answer of a dead server.
    client.end().catch(() => undefined);
  }
}
