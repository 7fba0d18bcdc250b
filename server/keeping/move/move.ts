import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { abandonMove } from './cancel.ts';
import { checkSource, checkTarget, sharedTables } from './checks.ts';
import { connectTo, holdLock, nameOf, type MoveConnections } from './connections.ts';
import { followTo } from './follow.ts';
import { createLog, renameMove, startLogging } from './source.ts';
import { stopSource, StopTooLong } from './stop.ts';
import {
  addForeignKeys,
  claimTarget,
  prepareTables,
  readVerifiedRows,
  releaseTarget,
  saveVerifiedRows,
} from './target.ts';
import { copyTables, type OpenMove } from './transfer.ts';
import { verifyTables } from './verify.ts';
import { distributeOnCluster } from '../distribution.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Cluster } from '../../ground/db/citus/cluster.ts';
import { openCluster } from '../../ground/db/citus/open-cluster.ts';
import type { Client, Connection } from '../../ground/db/connect/client.ts';
import { explainRights } from '../../ground/db/connect/rights.ts';
import { isDatabaseAway } from '../../ground/db/failures.ts';
import { migrate } from '../../ground/db/migrate.ts';
import { readMove } from '../../ground/db/moved.ts';
import { estimateRows, readTables } from '../../ground/db/tables.ts';

export interface MoveDeps {
  source: Connection;
  target: Connection;
}

export type MoveStep = 'prepare' | 'copy' | 'follow' | 'verify' | 'stop' | 'release';

export interface MoveOptions {
  /** Called before each step. */
  onStep?: (step: MoveStep) => void | Promise<void>;
  /** `total` is an estimate. */
  onRows?: (step: 'copy' | 'verify', done: number, total: number) => void;
  /** Writers of the source wait at most this long; otherwise the stop is given up and tried again. */
  maxStopMs?: number;
  /** Called often while all rows are copied and compared; resolves when the move may go on. */
  pace?: ((signal: AbortSignal) => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
}

export interface MoveResult {
  target: string;
  /** Rows that were compared by hash while the service ran. Later changes were compared one by one. */
  rows: number;
  /** Tables of the source that are not Doorway's and were left out. */
  foreignTables: string[];
  /** Undefined if an earlier command had stopped the source. */
  stopMs: number | undefined;
}

export const defaultMaxStopMs = 20_000;
const maxStops = 3;
/** Together a minute: a server that restarts is back within that time. */
const maxLosses = 30;
const lossPauseMs = 2_000;

/**
 * Moves all rows to an empty database while services use the source, and leaves a fence around the source. If it
 * fails, the source is as it was. If the process is killed, the next call goes on.
 */
export async function moveDatabase(deps: MoveDeps, options: MoveOptions = {}): Promise<MoveResult> {
  const { signal } = options;
  let hasBegun = false;
  const onStep = async (step: MoveStep) => {
    hasBegun = true;
    await options.onStep?.(step);
  };
  for (let [stops, losses] = [0, 0]; ;) {
    try {
      return await attemptMove(deps, { ...options, onStep });
    } catch (error) {
      if (signal?.aborted !== true && error instanceof StopTooLong && ++stops < maxStops) continue;
      if (signal?.aborted !== true && hasBegun && isDatabaseAway(error) && ++losses < maxLosses) {
        await sleep(lossPauseMs, undefined, { signal }).catch(() => undefined);
        continue;
      }
      const reason = signal?.aborted === true ? 'The move was stopped.' : sentenceOf(error);
      if (hasBegun) await abandonMove(deps.source, reason);
      throw isDatabaseAway(error)
        ? new CommandError(`${reason} The source is in use as before.`, hasBegun ? 1 : 2)
        : error;
    }
  }
}

const sentenceOf = (error: unknown) => {
  const message = (error as Error).message || String(error);
  const sentence = message.endsWith('.') ? message : `${message}.`;
  return isDatabaseAway(error) ? `A server is away: ${sentence}` : sentence;
};

/** One try. Leaves everything as it is if it fails, so that the next one goes on. */
export async function attemptMove(deps: MoveDeps, options: MoveOptions): Promise<MoveResult> {
  const clients: Client[] = [];
  const open: Opening = async (side, cluster) => {
    const client = await connectTo({ ...deps[side], cluster }, options.signal).catch((error: Error) => {
      throw isDatabaseAway(error) ? error : new CommandError(`The ${side} cannot be used: ${error.message}.`, 2);
    });
    clients.push(client);
    return client;
  };
  try {
    const [source, target] = [await open('source'), await open('target')];
    if (!(await holdLock(await open('source')))) throw new CommandError('Another doorway move is running.');
    if (!(await holdLock(await open('target'))))
      throw new CommandError('The target is the source itself, or another doorway move fills it.', 2);
    return await run({ source, target }, { open, connection: deps.target }, options);
  } finally {
    const ends = clients.map((client) => client.end().catch(() => undefined) as Promise<unknown>);
    await Promise.race([Promise.all(ends), sleep(1_000)]);
  }
}

type Opening = (side: keyof MoveDeps, cluster?: Cluster) => Promise<Client>;

/** Companies are on different workers, so several are copied at once. */
const pairsOnCluster = 4;

async function openPairs(open: Opening, cluster: Cluster | undefined): Promise<MoveConnections[]> {
  const pairs: MoveConnections[] = [];
  while (pairs.length < (cluster === undefined ? 1 : pairsOnCluster))
    pairs.push({ source: await open('source'), target: await open('target', cluster) });
  return pairs;
}

async function run(
  clients: MoveConnections,
  { open, connection }: { open: Opening; connection: Connection },
  options: MoveOptions,
): Promise<MoveResult> {
  const { onStep = () => undefined, maxStopMs = defaultMaxStopMs, signal } = options;
  const { source, target } = clients;
  await checkSource(source);
  const state = await readMove(source);
  if (state?.movedAt !== undefined) return finish(clients, state.other, options);

  const begun = await checkTarget(target, nameOf(source));
  await onStep('prepare');
  // A log that another target has used lacks the entries that are applied there, so this one begins anew.
  const isKnown = state !== undefined && state.id === begun?.id;
  const id = isKnown ? state.id : randomUUID();
  if (!isKnown) await explained(target, claimTarget(target, id, nameOf(source), new Date()));
  await migrate(connection, { signal, fills: true });
  await distributeOnCluster(target);
  const { moved: tables, foreign } = sharedTables(await readTables(source), await readTables(target));
  const move: OpenMove = { ...clients, tables, pairs: await openPairs(open, await openCluster(connection, target)) };
  if (state === undefined) await explained(source, createLog(source, id, nameOf(target), signal));
  else await renameMove(source, id, nameOf(target));
  await explained(source, startLogging(source, tables, signal));
  await prepareTables(target, tables);

  if ((await readVerifiedRows(target)) === undefined) await copyAndVerify(move, options);
  await onStep('follow');
  await catchUp(move);
  await onStep('stop');
  const stoppedAt = await stopSource(move, { id, maxStopMs, signal });
  const result = await finish(clients, nameOf(target), options);
  return { ...result, foreignTables: foreign, stopMs: Date.now() - stoppedAt.getTime() };
}

/** The role of a database may lack the right to create. */
const explained = (client: Client, work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    throw explainRights(error, 'migrating', client);
  });

async function copyAndVerify(move: OpenMove, options: MoveOptions): Promise<void> {
  const { onStep = () => undefined, onRows, pace, signal = new AbortController().signal } = options;
  const { source, target, tables } = move;
  const total = await estimateRows(source, tables);
  let [copied, verified] = [0, 0];
  await onStep('copy');
  await copyTables(move, (rows) => {
    copied += rows;
    onRows?.('copy', copied, total);
    return pace?.(signal);
  });
  await target.query('ANALYZE');
  await onStep('follow');
  await followTo(move);
  await followTo(move, async () => {
    await onStep('verify');
    await addForeignKeys(target);
    await verifyTables(move, (rows) => {
      verified += rows;
      onRows?.('verify', verified, total);
      return pace?.(signal);
    });
  });
  await saveVerifiedRows(target, verified);
}

/** Few enough for a short stop. */
const fewChanges = 500;
const maxRounds = 30;

async function catchUp(move: OpenMove): Promise<void> {
  for (let round = 1; round <= maxRounds; round += 1) if ((await followTo(move)) <= fewChanges) return;
}

/** The source has its fence: opens the target. */
async function finish(
  { source, target }: MoveConnections,
  moved: string,
  { onStep }: MoveOptions,
): Promise<MoveResult> {
  const [from, to] = [await readMove(source), await readMove(target)];
  if (to === undefined || to.id !== from?.id)
    throw new CommandError(
      `The source has moved to ${moved} already. Set DATABASE_URL to it. To move it to another database, use that one as the source.`,
    );
  await onStep?.('release');
  const rows = (await readVerifiedRows(target)) ?? 0;
  await releaseTarget(target);
  return { target: moved, rows, foreignTables: [], stopMs: undefined };
}
