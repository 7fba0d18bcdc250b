import { setTimeout as sleep } from 'node:timers/promises';
import { tryToHold, type Attempt, type Holder } from './hold.ts';
import { lastLines, logSince } from './log.ts';
import { discard, postmasterFile, standingOfFile, type PidFile } from './pid-file.ts';
import { start, type Cluster, type StartedPostmaster } from './postmaster.ts';
import { CommandError } from '../../../errors/command-error.ts';

export interface AcquiredServer {
  holder: Holder;
  started: boolean;
}

/** Crash recovery, or another process that stops the server, can take this long. */
const startTimeoutMs = 60_000;
const pauseMs = 40;

/**
 * Joins the running server of this cluster, or starts one. Other processes may be starting or stopping it at the same
 * time, so each step is retried until it succeeds. Undefined: no server runs, and none may be started any more.
 */
export async function acquire(
  cluster: Cluster,
  mayStart: () => boolean,
  previousSocketFolder?: string,
): Promise<AcquiredServer | undefined> {
  const { directory, as } = cluster;
  const deadline = Date.now() + startTimeoutMs;
  let reason = '';
  let failures = 0;
  let begun: StartedPostmaster | undefined;
  for (; Date.now() < deadline; await sleep(pauseMs)) {
    const file = await postmasterFile(directory);
    if (file) {
      const standing = await standingOfFile(file, directory);
      const alive = standing === 'postmaster' || standing === 'unknown';
      // Skip a server that reports itself not ready. Try one whose process is not visible: it may run in another
      // container, with other process ids.
      const attempt: Attempt =
        file.ready || !alive ? await join(file, directory) : { answered: false, reason: 'it is not ready yet' };
      if (attempt.holder) return { holder: attempt.holder, started: begun?.running() === true };
      reason = attempt.reason;
      if (alive || attempt.answered) continue;
      // PostgreSQL handles a pid file of a dead process itself, and first checks for remains of that process.
      if (standing === 'other') await discard(file);
    }
    if (begun?.running()) continue;
    if (begun) {
      const failure = await begun.failure();
      if (!failure.passing)
        throw new CommandError(`PostgreSQL did not start on ${directory}. The end of its log:\n${failure.reason}`);
      reason = failure.reason;
      begun = undefined;
      failures += 1;
      await sleep(Math.min(50 * failures, 1_000));
      continue;
    }
    if (!mayStart()) return undefined;
    begun = await start(cluster, previousSocketFolder);
  }
  const file = await postmasterFile(directory);
  throw new CommandError(
    `PostgreSQL on ${directory} did not become ready within ${startTimeoutMs / 1000} s${file ? ` (process ${file.pid})` : ''}: ${reason}. ` +
      `StartedPostmaster again, in case it only needs more time. The end of its log:\n${lastLines(await logSince(directory, as))}`,
  );
}

async function join({ socketFolder, port }: PidFile, directory: string): Promise<Attempt> {
  if (!socketFolder.startsWith('/') || !port)
    return { answered: false, reason: 'it has not said yet where its socket is' };
  const attempt = await tryToHold(socketFolder, port, directory);
  if (attempt.holder || attempt.answered || socketFolder === directory) return attempt;
  // A data folder that was moved while its server ran has the socket inside, and the pid file still names the old path.
  const moved = await tryToHold(directory, port, directory);
  return moved.holder || moved.answered ? moved : attempt;
}
