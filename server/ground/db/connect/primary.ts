import pg from 'pg';
import type { Host } from './address.ts';
import { isDatabaseAway } from '../failures.ts';

export interface Primary {
  find(): Promise<Host>;
  forget(): void;
}

/** How long the result is cached, so that a pool that opens many connections asks once. */
const cacheMs = 1_000;
/** Short enough to leave callers time to connect to another server. */
const probeTimeoutMs = 2_000;

export type Probe = { takesWrites: boolean; error?: undefined } | { takesWrites?: undefined; error: unknown };

/**
 * The driver knows only one host. This probes all of them at once and takes the first one, in the order of the address,
 * that takes writes: all processes agree even while two servers claim to be the primary.
 */
export function findPrimary(hosts: Host[], connection: pg.ClientConfig): Primary {
  let found: { host: Host; at: number } | undefined;
  let asking: Promise<Host> | undefined;

  async function ask(): Promise<Host> {
    const probes = hosts.map((host) => probeHost(host, connection));
    const reports: string[] = [];
    let refusal: unknown;
    for (const [at, host] of hosts.entries()) {
      const { takesWrites, error } = await (probes[at] as Promise<Probe>);
      if (takesWrites === true) {
        found = { host, at: Date.now() };
        return host;
      }
      if (error !== undefined && !isDatabaseAway(error)) refusal = error;
      reports.push(describeProbe(host, { takesWrites, error } as Probe));
    }
    // Unlike an outage, a wrong password or a missing database does not go away by itself.
    if (refusal !== undefined) throw refusal;
    throw Object.assign(new Error(`none of the servers takes writes: ${reports.join(', ')}`), { code: '25006' });
  }

  return {
    find: () => {
      if (found !== undefined && Date.now() - found.at < cacheMs) return Promise.resolve(found.host);
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    forget: () => {
      found = undefined;
    },
  };
}

export function describeProbe({ host, port }: Host, { takesWrites, error }: Probe): string {
  if (takesWrites !== undefined) return `${host}:${port} ${takesWrites ? 'takes writes' : 'takes no writes'}`;
  return `${host}:${port} cannot be used (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`;
}

export async function probeHost({ host, port }: Host, connection: pg.ClientConfig): Promise<Probe> {
  const client = new pg.Client({
    ...connection,
    application_name: 'doorway finder',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  // The statement reports a lost connection; without a listener the error would end the process.
  client.on('error', () => undefined);
  client.host = host;
  client.port = port;
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    return { takesWrites: rows[0]?.transaction_read_only === 'off' };
  } catch (error) {
    return { error };
  } finally {
    client.end().catch(() => undefined);
  }
}
