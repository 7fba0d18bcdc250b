import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import pg from 'pg';
import { catalogue } from '../events/catalogue.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

interface Recorded {
  type: string;
  version: number;
  data: object;
}

const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);
const checks = new Map<string, { version: number; check: ValidateFunction }>(
  Object.entries(catalogue).map(([type, { version, payload }]) => [type, { version, check: ajv.compile(payload) }]),
);

/** What is wrong with an event; undefined where it is as the catalogue says. */
function faultOf({ type, version, data }: Recorded): string | undefined {
  const kind = checks.get(type);
  if (kind === undefined) return `${type} is not in the catalogue`;
  // The first version is from before the catalogue; only a test itself can have written it.
  if (version === 1) return undefined;
  if (version !== kind.version) return `${type} is of version ${version}, and the catalogue has ${kind.version}`;
  return kind.check(data) ? undefined : `${type} ${JSON.stringify(data)}: ${ajv.errorsText(kind.check.errors)}`;
}

/** What is wrong with the events of a database, except those of some companies. */
export async function faultyEventsOf(db: Db, except: CompanyId[] = []): Promise<string[]> {
  const { rows } = await db.query<Recorded>('SELECT type, version, data FROM events WHERE company_id <> ALL ($1)', [
    except,
  ]);
  return rows.flatMap((event) => faultOf(event) ?? []).slice(0, 5);
}

/** The same for a database that may be from before the catalogue: its events are not checked. */
export async function faultyEvents(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows: columns } = await client.query(
      `SELECT FROM pg_attribute WHERE attrelid = to_regclass('events') AND attname = 'version'`,
    );
    return columns.length === 0 ? [] : await faultyEventsOf(client);
  } finally {
    await client.end();
  }
}
