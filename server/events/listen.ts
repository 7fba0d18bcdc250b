import { Client, type Connection } from '../ground/db/connect/client.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { pause } from '../ground/scheduling/pause.ts';
import { isUuid } from '../ground/db/ids.ts';

const channel = 'doorway_events';
/** A connection that was cut without a word, or whose server takes no writes any more, is noticed after so long. */
const checkMs = 30_000;

/**
 * Tells all processes that these companies have new events. It is a statement of its own, after the commit of the events, and
 * waits for no disk: what it tells, polling finds as well.
 */
export async function notify(db: Db, companies: CompanyId[]): Promise<void> {
  await db.query({
    name: 'notify-events',
    text: `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${channel}', company)
           FROM unnest($1::text[]) AS company`,
    values: [companies],
  });
}

export interface Hearing {
  /** Told of a company that has new events. */
  heard: (company: CompanyId) => void;
  /** Told once everything that comes from now on is heard. */
  begun: () => void;
  signal: AbortSignal;
}

/** Listens on a connection of its own, until that is lost or the signal is given. */
export async function listen(connection: Connection, { heard, begun, signal }: Hearing): Promise<void> {
  const client = new Client({
    ...connection,
    application_name: 'doorway listener',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const gone = new AbortController();
  const leave = () => gone.abort();
  signal.addEventListener('abort', leave, { once: true });
  // The end tells of an error too; without a listener it would end the process.
  client.on('error', leave).on('end', leave);
  client.on('notification', ({ payload = '' }) => {
    if (isUuid(payload)) heard(payload as CompanyId);
  });
  try {
    await client.connect();
    // To listen once more changes nothing, and fails where nothing can be heard any more.
    for (let first = true; !gone.signal.aborted && !signal.aborted; first = false) {
      await client.query(`LISTEN ${channel}`);
      if (first) begun();
      await pause(checkMs, gone.signal);
    }
  } finally {
    signal.removeEventListener('abort', leave);
    // A server that has fallen silent answers no farewell, so nobody waits for it.
    client.end().catch(() => undefined);
  }
}
