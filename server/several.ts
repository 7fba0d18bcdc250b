import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { CommandError } from './errors/command-error.ts';
import { destinationOf } from './ground/http/observe/log.ts';
import { collectMetrics } from './ground/http/observe/metrics-of-all.ts';
import { runUntilStopped } from './lifecycle.ts';

const restartMs = 1_000;

type End = [code: number | null, signal: NodeJS.Signals | null];

/**
 * Runs processes that serve on the same port, each as if it were alone, and hands connections to them in turn. One that
 * ends is started again. This process opens no database.
 */
export const serveWithSeveral = (config: Config, many: number): Promise<void> =>
  runUntilStopped(config, async ({ log, signal, opened }) => {
    collectMetrics();
    cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    opened.push(async () => {
      const ends = await Promise.all(Object.values(cluster.workers ?? {}).map((one) => stop(one as Worker)));
      if (ends.some(([code]) => code !== null && code !== 0)) process.exitCode = 1;
    });
    // The first one migrates the database, and says what is wrong with the configuration.
    const first = start(log);
    const failed = endOf(first).then(([code]) => {
      if (!signal.aborted)
        throw new CommandError('No process serves, because the first one could not start.', code ?? 1);
    });
    await Promise.race([once(first, 'listening'), failed]);
    for (const one of [first, ...Array.from({ length: many - 1 }, () => start(log))]) void keep(one, log, signal);
  });

/** Log lines go through this process: processes that write to one pipe would write into each other's lines. */
function start(log: Logger): Worker {
  const one = cluster.fork();
  closeUntaken(one);
  const to = destinationOf(log);
  createInterface(one.process.stdout as NodeJS.ReadableStream).on('line', (line) => to.write(`${line}\n`));
  return one;
}

interface Handed {
  act?: string;
  seq?: number;
  ack?: number;
}

/**
 * Node hands a connection over and forgets it: if the process is killed before it takes it, the caller would wait for
 * ever. Closed, it knows at once that it has to call again.
 */
function closeUntaken({ process: child }: Worker): void {
  const handed = new Map<number | undefined, { close(): void }>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  child.send = (message: Handed, handle?: unknown, ...rest: unknown[]) => {
    if (message.act === 'newconn') handed.set(message.seq, handle as { close(): void });
    return send(message, handle, ...rest);
  };
  child.on('internalMessage', ({ ack }: Handed) => handed.delete(ack));
  child.once('close', () => handed.forEach((handle) => handle.close()));
}

async function keep(one: Worker, log: Logger, signal: AbortSignal): Promise<void> {
  for (let running = one; ; running = start(log)) {
    const [code, killedBy] = await endOf(running);
    if (signal.aborted) return;
    log.error({ pid: running.process.pid, code, killedBy }, 'a process has ended and is started again');
    await sleep(restartMs);
    if (signal.aborted) return;
  }
}

async function stop(one: Worker): Promise<End> {
  one.process.kill('SIGTERM');
  return endOf(one);
}

/** Once its last log line has arrived, too. */
const endOf = async (one: Worker): Promise<End> => (await once(one.process, 'close')) as End;
