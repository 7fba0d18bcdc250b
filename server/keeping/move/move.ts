import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSource, checkTarget, sharedTables } from './checks.ts';
import { connectTo, holdLock, nameOf } from './connect.ts';
import { followTo } from './follow.ts';
import { createLog, renameMove, startLogging, takeAway } from './source.ts';
import { stopSource, StopTooLong } from './stop.ts';
import {
  addForeignKeys,
  claimTarget,
  prepareTables,
  readVerifiedRows,
  releaseTarget,
  saveVerifiedRows,
} from './target.ts';
import { copyTables, type OnRows, type Sides } from './transfer.ts';
import { verifyTables } from './verify.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Client, Connection } from '../../ground/db/connect/client.ts';
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
/** A server that restarts is back within this time. */
const maxAwayMs = 60_000;

/**
 * Moves all rows to an empty database while services use the source, and leaves a fence around the source. If it
 * fails, the source is as it was. If the process is killed, the next call goes on.
 */
export async function moveDatabase(deps: MoveDeps, options: MoveOptions = {}): Promise<MoveResult> {
  let [stops, hasBegun, lastStepAt] = [0, false, Date.now()];
  const onStep = async (step: MoveStep) => {
    [hasBegun, lastStepAt] = [true, Date.now()];
    await options.onStep?.(step);
  };
  const onRows: MoveOptions['onRows'] = (...progress) => {
    lastStepAt = Date.now();
    options.onRows?.(...progress);
  };
  for (;;) {
    try {
      return await attemptMove(deps, { ...options, onStep, onRows });
    } catch (error) {
      const isWorthRepeating =
        error instanceof StopTooLong
          ? (stops += 1) < maxStops
          : hasBegun && isDatabaseAway(error) && Date.now() - lastStepAt < maxAwayMs;
      if (isWorthRepeating && options.signal?.aborted !== true) {
        await sleep(1_000, undefined, { signal: options.signal }).catch(() => undefined);
        continue;
      }
      if (hasBegun) await giveUp(deps.source, options.signal?.aborted === true ? undefined : error);
      throw error;
    }
  }
}

/** One try. Leaves everything as it is if it fails, so that the next one goes on. */
export async function attemptMove(deps: MoveDeps, options: MoveOptions): Promise<MoveResult> {
  const clients: Client[] = [];
  const open = async (connection: Connection) => {
    const client = await connectTo(connection, options.signal);
    clients.push(client);
    return client;
  };
  try {
    const [source, target] = [await open(deps.source), await open(deps.target)];
    if (!(await holdLock(await open(deps.source)))) throw new CommandError('Another doorway move is running.');
    if (!(await holdLock(await open(deps.target))))
      throw new CommandError('The target is the source itself, or another doorway move fills it.', 2);
    return await run({ source, target }, deps.target, options);
  } finally {
    for (const client of clients) await Promise.race([client.end(), sleep(1_000)]).catch(() => undefined);
  }
}

type BothClients = Pick<Sides, 'source' | 'target'>;

async function run(clients: BothClients, connection: Connection, options: MoveOptions): Promise<MoveResult> {
  const { onStep = () => undefined, maxStopMs = defaultMaxStopMs, signal } = options;
  const { source, target } = clients;
  await checkSource(source);
  const state = await readMove(source);
  if (state?.movedAt !== undefined) return finish(clients, state.other, options);
  const id = await begin(clients, onStep);
  await migrate(connection, { signal, fills: true });
  const { moved: tables, foreign } = sharedTables(await readTables(source), await readTables(target));
  const sides: Sides = { ...clients, tables };
  await startLogging(source, tables, signal);
  await prepareTables(target, tables);

  const total = await estimateRows(source, tables);
  const counting = (step: 'copy' | 'verify') => {
    let done = 0;
    const onRows: OnRows = (rows) => options.onRows?.(step, (done += rows), total);
    return { onRows, done: () => done };
  };
  if ((await readVerifiedRows(target)) === undefined) {
    await onStep('copy');
    await copyTables(sides, counting('copy').onRows);
    await target.query('ANALYZE');
    await onStep('follow');
    await followTo(sides);
    const verified = counting('verify');
    await followTo(sides, async () => {
      await onStep('verify');
      await addForeignKeys(target);
      await verifyTables(sides, verified.onRows);
    });
    await saveVerifiedRows(target, verified.done());
  }
  await onStep('follow');
  await catchUp(sides);
  await onStep('stop');
  const stoppedAt = await stopSource(sides, { id, maxStopMs, signal });
  const result = await finish(clients, nameOf(target), options);
  return { ...result, foreignTables: foreign, stopMs: Date.now() - stoppedAt.getTime() };
}

/** Creates log and marker, or finds those of a move that was killed. Returns the id of the move. */
async function begin({ source, target }: BothClients, onStep: NonNullable<MoveOptions['onStep']>): Promise<string> {
  const [log, marker] = [await readMove(source), await checkTarget(target, nameOf(source))];
  await onStep('prepare');
  if (log !== undefined && log.id === marker?.id) return log.id;
  const id = randomUUID();
  // A log that was used for another target lacks the entries that it has received.
  if (log === undefined) await createLog(source, id, nameOf(target), new Date());
  else await renameMove(source, id, nameOf(target));
  await claimTarget(target, id, nameOf(source), new Date());
  return id;
}

/** Few enough for a short stop. */
const fewChanges = 500;
const maxRounds = 30;

async function catchUp(sides: Sides): Promise<void> {
  for (let round = 1; round <= maxRounds; round += 1) if ((await followTo(sides)) <= fewChanges) return;
}

/** The source has its fence: opens the target. */
async function finish({ source, target }: BothClients, moved: string, { onStep }: MoveOptions): Promise<MoveResult> {
  await onStep?.('release');
  const [from, to] = [await readMove(source), await readMove(target)];
  const result = { target: moved, foreignTables: [], stopMs: undefined };
  if (to === undefined || to.id !== from?.id)
    throw new CommandError(
      `The source has moved to ${moved} already. Set DATABASE_URL to it. To move it to another database, use that one as the source.`,
    );
  const rows = (await readVerifiedRows(target)) ?? 0;
  await releaseTarget(target);
  return { ...result, rows };
}

/** A failed move: takes log and triggers away. */
async function giveUp(connection: Connection, failure: unknown): Promise<void> {
  const repeat = 'Run the same command again to end the move, or doorway move --cancel';
  let source: Client | undefined;
  try {
    source = await connectTo(connection, undefined);
    if ((await readMove(source))?.movedAt === undefined) return await takeAway(source, undefined);
  } catch (error) {
    throw new CommandError(
      `${messageOf(failure)} The source could not be cleaned up (${messageOf(error)}). ${repeat}.`,
    );
  } finally {
    await source?.end().catch(() => undefined);
  }
  throw new CommandError(
    `${messageOf(failure)} The source refuses writes already, and the target is complete but not open yet. ${repeat} --force.`,
  );
}

const messageOf = (error: unknown) =>
  error instanceof Error ? error.message.replace(/[^.]$/, '$&.') : 'The move was stopped.';

export type CancelOutcome = 'nothing' | 'cancelled' | 'taken back';

/** Takes log, triggers and fence away. */
export async function cancelMove(connection: Connection, force: boolean): Promise<CancelOutcome> {
  const [source, guard] = [await connectTo(connection, undefined), await connectTo(connection, undefined)];
  try {
    if (!(await holdLock(guard))) throw new CommandError('The move is running. Stop it first.');
    const move = await readMove(source);
    if (move === undefined) return 'nothing';
    if (move.movedAt !== undefined && !force)
      throw new CommandError(
        `The database has moved to ${move.other} (${move.movedAt.toISOString()}). Writes since then are only there. To use the old database again anyway, add --force.`,
      );
    await takeAway(source, undefined);
    return move.movedAt === undefined ? 'cancelled' : 'taken back';
  } finally {
    for (const client of [guard, source]) await client.end().catch(() => undefined);
  }
}
