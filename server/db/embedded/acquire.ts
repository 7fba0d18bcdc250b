import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../../errors.ts';
import { tryToHold, type Attempt, type Holder } from './hold.ts';
import { logTail } from './log.ts';
import { discard, postmasterFile, standingOfFile, type PidFile } from './pid-file.ts';
import { start, type Cluster, type Start } from './postmaster.ts';

export interface Acquired {
  holder: Holder;
  started: boolean;
}

/** Crash recovery can take this long; so can another process that stops the server. */
const patience = 60_000;
const pause = 40;

/**
 * Joins the server that runs on this cluster, and starts one where none runs. Other processes do the same at the same
 * time, and may be stopping it, so every step is tried anew until it holds. Undefined: none runs, and none may be
 * started any more.
 */
export async function acquire(cluster: Cluster, mayStart: () => boolean, previousSocketFolder?: string): Promise<Acquired | undefined> {
  const { directory, as } = cluster;
  const deadline = Date.now() + patience;
  let reason = '';
  let begun: Start | undefined;
  for (; Date.now() < deadline; await sleep(pause)) {
    const file = await postmasterFile(directory);
    if (file) {
      const attempt = await join(file, directory);
      if (attempt.holder) return { holder: attempt.holder, started: begun?.running() === true };
      reason = attempt.reason;
      const standing = attempt.answered ? 'postmaster' : await standingOfFile(file, directory);
      if (standing === 'postmaster' || standing === 'unknown') continue;
      // PostgreSQL overcomes a file that names no process by itself, and looks for remains of that process first.
      if (standing === 'other') await discard(file);
    }
    if (begun?.running()) continue;
    if (begun) {
      const { passing, log } = await begun.failure();
      if (!passing) throw new CommandError(`PostgreSQL did not start on ${directory}. The end of its log:\n${log}`);
      reason = log;
      begun = undefined;
      continue;
    }
    if (!mayStart()) return undefined;
    begun = await start(cluster, previousSocketFolder);
  }
  const file = await postmasterFile(directory);
  throw new CommandError(
    `PostgreSQL on ${directory} did not become ready within ${patience / 1000} s${file ? ` (process ${file.pid})` : ''}: ${reason}. ` +
      `Start again, in case it only needs more time. The end of its log:\n${await logTail(directory, as)}`,
  );
}

async function join({ socketFolder, port }: PidFile, directory: string): Promise<Attempt> {
  if (!socketFolder.startsWith('/') || !port) return { answered: false, reason: 'it has not said yet where its socket is' };
  const attempt = await tryToHold(socketFolder, port, directory);
  if (attempt.holder || attempt.answered || socketFolder === directory) return attempt;
  // A data folder that was moved while its server ran has the socket inside, and a path in the file that is no more.
  const moved = await tryToHold(directory, port, directory);
  return moved.holder || moved.answered ? moved : attempt;
}
