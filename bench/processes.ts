import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Closing } from './closing.ts';
import type { Job, Measurement } from './jobs.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface Server {
  url: string;
  pid: number;
}

export const programs = {
  service: [here('../server/bin/doorway.js'), 'serve'],
  /** The service of another checkout. */
  serviceIn: (folder: string) => [resolve(folder, 'server/bin/doorway.js'), 'serve'],
  migrateIn: (folder: string) => [resolve(folder, 'server/bin/doorway.js'), 'migrate'],
  command: (...args: string[]) => [here('../server/bin/doorway.js'), ...args],
  bare: ['--import', 'tsx', here('bare.ts')],
  ceiling: ['--import', 'tsx', here('ceiling.ts')],
  baseline: ['--import', 'tsx', here('baseline.ts')],
  receivers: ['--import', 'tsx', here('receivers.ts')],
};

export async function run(program: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program.join(' ')} failed.`);
}

/** A server in its own process that logs as in production, to /dev/null. */
export async function startServer(program: string[], env: Record<string, string>, closing: Closing): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'info', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  closing.add(() => end(child));
  for (const deadline = Date.now() + 120_000; ; await sleep(50)) {
    if (hasEnded(child) || Date.now() > deadline) throw new Error(`${program.join(' ')} did not start.`);
    if ((await fetch(`${url}/health/live`).catch(() => undefined))?.ok) return { url, pid: child.pid as number };
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

export type Load = (job: Job) => Promise<Measurement>;

export function startLoadGenerator(databasePid: number, closing: Closing): Load {
  const child = fork(here('load.ts'), { execArgv: ['--import', 'tsx'] });
  closing.add(() => end(child));
  return (job) =>
    new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('The load generator has ended.'));
      child.once('exit', onExit);
      child.once('message', ({ measured, failure }: LoadAnswer) => {
        child.off('exit', onExit);
        if (measured === undefined) reject(new Error(failure));
        else resolve(measured);
      });
      child.send({ ...job, databasePid });
    });
}

/** A program of this folder that is spoken to by messages. */
export function startHelper(program: string, args: string[], closing: Closing): ChildProcess {
  const child = fork(here(program), args, { execArgv: ['--import', 'tsx'] });
  closing.add(async () => void child.kill());
  return child;
}

/** The next message of a helper. */
export async function answerOf<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController();
  const ended = once(child, 'exit', over).then(() => Promise.reject(new Error('A process of the benchmark ended.')));
  try {
    return (await Promise.race([once(child, 'message', over), ended]))[0] as T;
  } finally {
    ended.catch(() => undefined);
    over.abort();
  }
}

interface LoadAnswer {
  measured?: Measurement;
  failure?: string;
}

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(patience);
}
