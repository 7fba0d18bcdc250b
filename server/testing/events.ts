import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import pg from 'pg';
import { catalogue } from '../events/catalogue.ts';
import type { Db } from '../ground/db/pool.ts';

interface RecordedEvent {
  type: string;
  version: number;
  data: object;
}

const ajv = new Ajv({ allErrors: true, code: { optimize: false } });
addFormats.default(ajv);
const checks = new Map<string, ValidateFunction>();

function checkOf(type: string, payload: object): ValidateFunction {
  const check = checks.get(type) ?? ajv.compile(payload);
  checks.set(type, check);
  return check;
}

function faultOf({ type, version, data }: RecordedEvent): string | undefined {
  const kind = catalogue[type as keyof typeof catalogue];
  if (kind === undefined) return `${type} is not in the catalogue`;
  // Version 1 is older than the catalogue; only tests write it.
  if (version === 1) return undefined;
  if (version !== kind.version) return `${type} is of version ${version}, and the catalogue has ${kind.version}`;
  const check = checkOf(type, kind.payload);
  return check(data) ? undefined : `${type} ${JSON.stringify(data)}: ${ajv.errorsText(check.errors)}`;
}

export async function faultyEventsOf(db: Db): Promise<string[]> {
  const { rows } = await db.query<RecordedEvent>('SELECT type, version, data FROM events');
  return rows.flatMap((event) => faultOf(event) ?? []).slice(0, 5);
}

/** Returns nothing for a database older than the catalogue. */
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
