import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquire } from './acquire.ts';
import { locatePackage, usableBinaries } from './binaries.ts';
import { messageOf } from './command.ts';
import { abandon, ensureDatabase, passes, release, type Holder } from './hold.ts';
import { createCluster, superuser } from './init.ts';
import { sweepUnfinished } from './leftovers.ts';
import { trimLog } from './log.ts';
import { settleFolder } from './cluster-folder.ts';
import { stop, type Cluster } from './postmaster.ts';
import { CommandError } from '../../../errors/command-error.ts';

export interface EmbeddedDatabase {
  /** For pg, whose `host` may be the socket's folder. */
  connection: { host: string; port: number; user: string; database: string };
  created: boolean;
  directory: string;
  /** For example that the files are not in DATA_DIR, and why. */
  notes: string[];
  /** Stops PostgreSQL cleanly if no other Doorway process uses it. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Apply only if this call starts the server. */
  settings?: Record<string, string>;
  onRestart?: (why: string) => void;
  onTrouble?: (error: Error) => void;
}

const database = 'doorway';
const trimEvery = 10 * 60_000;
const longestWaitMs = 5_000;

/** Starts a PostgreSQL server on the data folder or joins the running one, and restarts it if it is lost while open. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const postgres = await locatePackage();
  const { directory, exists, as, notes } = await settleFolder(resolve(options.dataDir));
  const binaries = await usableBinaries(postgres, as);
  await sweepUnfinished(directory, 'init', as);
  const created = !exists && (await createCluster(directory, binaries.native, as));
  const cluster: Cluster = { directory, native: binaries.native, as, settings: options.settings ?? {} };

  let holder = await begin(cluster);
  const { host, port } = holder;

  const closing = new AbortController();
  const mayStart = () => !closing.signal.aborted;
  let healing = Promise.resolve();
  const watch = () => {
    void holder.ended.then(() => {
      if (mayStart()) healing = heal();
    });
  };
  const heal = async () => {
    for (let waitMs = 100; mayStart(); waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      const again = await acquire(cluster, mayStart, host).catch((error: Error) => error);
      if (again instanceof Error) {
        options.onTrouble?.(again);
        await sleep(waitMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
        continue;
      }
      if (!again) return;
      holder = again.holder;
      watch();
      return options.onRestart?.(
        again.started
          ? 'PostgreSQL had ended and was started again.'
          : 'The connection to PostgreSQL was lost; it runs and was joined again.',
      );
    }
  };
  watch();
  const trimming = setInterval(() => trimLog(directory, as).catch(() => undefined), trimEvery).unref();

  let closed: Promise<void> | undefined;
  const close = async () => {
    closing.abort();
    clearInterval(trimming);
    await healing;
    await letGo(cluster, holder);
  };
  return {
    connection: { host, port, user: superuser, database },
    created,
    directory,
    notes: [...notes, ...binaries.notes],
    close: () => (closed ??= close()),
  };
}

/** The server may be lost at any moment, even before its first use. */
async function begin(cluster: Cluster): Promise<Holder> {
  for (let attempts = 1; ; attempts += 1) {
    const { holder } = (await acquire(cluster, () => true))!;
    try {
      await ensureDatabase(holder, database);
      return holder;
    } catch (error) {
      await letGo(cluster, holder);
      if (!passes(error) || attempts === 5)
        throw new CommandError(`The database could not be prepared in ${cluster.directory}: ${messageOf(error)}.`);
    }
  }
}

/** The last process stops the server. The lock stays exclusive until the server is down, so that nobody joins it. */
async function letGo(cluster: Cluster, holder: Holder): Promise<void> {
  for (let current: Holder | undefined = holder; current;) {
    // Undefined: the connection broke. After a restart this process may be the only holder.
    const isLast: boolean | undefined = await release(current).catch(() => undefined);
    try {
      if (isLast) await stop(cluster);
    } finally {
      abandon(current.client);
    }
    if (isLast !== undefined) return;
    current = (await acquire(cluster, () => false, current.host))?.holder;
  }
}
