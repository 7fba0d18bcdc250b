import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, inject, onTestFinished, vi } from 'vitest';
import { openEmbedded } from '../ground/db/embedded/embedded.ts';
import { superuser } from '../ground/db/embedded/init.ts';
import { port } from '../ground/db/embedded/postmaster.ts';
import { migrate } from '../ground/db/migrate.ts';
import { send, type Answer, type Call } from './door.ts';
import { faultyEvents } from './events.ts';

type Environment = Record<string, string>;

export interface ProcessResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  /** Leaves out the greeting that a service prints once. */
  stderr: string;
}

export interface Service {
  address: string;
  child: ChildProcess;
  /** Undefined if this start did not create the demo company. */
  token: string | undefined;
  output(): string;
  shown(): string;
  ended: Promise<ProcessResult>;
  call(method: string, path: string, call?: Call): Promise<Answer>;
  stop(signal: NodeJS.Signals): Promise<ProcessResult>;
}

const greetings = [
  /\nNobody can sign in[^]*?\n\n {2}\S+\n\n/,
  /\nThe database was empty[^]*?\n {2}curl .*\n\n(?:The partner guide is at \S+\nThe reference is at \S+\n\n)?/,
];

const bin = fileURLToPath(new URL('../bin/doorway.js', import.meta.url));

/** Records of the demo company would mix with those that tests count. Loading the docs is a sixth of a start. */
const defaults = { DEMO: 'empty', DOCS: 'off' };

export type OnFinished = (work: () => void | Promise<void>) => void;

/** Runs in reverse order, after the last test of a file or describe. */
export function afterAllTests(): OnFinished {
  const works: (() => void | Promise<void>)[] = [];
  afterAll(async () => {
    for (const work of works.reverse()) await work();
  });
  return (work) => void works.push(work);
}

interface RunOptions {
  throughShell?: boolean;
  /** Largest file that the process can write, as if the disk were full. */
  maxFileKibibytes?: number;
  unheard?: boolean;
  /** After the command. */
  args?: string[];
  /** Undefined keeps the process's standard input open, for a test that writes to it. */
  input?: string | undefined;
  finished?: OnFinished;
}

export interface Running {
  child: ChildProcess;
  output(): string;
  shown(): string;
  ended: Promise<ProcessResult>;
}

/** The process is killed if it still runs when the test ends. */
function run(args: string[], env: Environment, options?: RunOptions): Running {
  if (!existsSync(new URL('../dist/main.js', import.meta.url)))
    throw new Error('These tests run the built service, and server/dist/main.js is missing. Run: npm run build');
  return runNode([bin, ...args], env, options);
}

/** The script may import the service's sources. */
export const runScript = (source: string, args: string[], env: Environment = {}, options?: RunOptions): Running =>
  runNode(['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', source, ...args], env, options);

/** The process has its own group, as if started from a terminal. */
function runNode(
  args: string[],
  env: Environment,
  { throughShell = false, maxFileKibibytes, unheard = false, finished = onTestFinished, ...given }: RunOptions = {},
): Running {
  const { input } = { input: '', ...given };
  const words = [process.execPath, ...args];
  // `; exit` keeps the shell as the parent process.
  const script = maxFileKibibytes === undefined ? '"$@"; exit' : `ulimit -f ${maxFileKibibytes * 2}; "$@"; exit`;
  const isInShell = throughShell || maxFileKibibytes !== undefined;
  const [file, ...rest] = isInShell ? ['sh', '-c', script, 'sh', ...words] : words;
  const child = spawn(file as string, rest, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...defaults, ...env },
    stdio: unheard ? 'ignore' : 'pipe',
    detached: true,
  });
  // A command may exit without reading its input.
  child.stdin?.on('error', () => undefined);
  if (input !== undefined) child.stdin?.end(input);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<ProcessResult>((resolve) => {
    child.once('close', (code, signal) =>
      resolve({
        code,
        signal,
        stdout,
        stderr: greetings.reduce((text, greeting) => text.replace(greeting, ''), stderr),
      }),
    );
  });
  finished(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), 'SIGKILL');
    await ended;
  });
  return { child, output: () => stdout, shown: () => stderr, ended };
}

/** For a command that may not reach the point of listening. */
export const startDoorway = (args: string[], env: Environment, options: RunOptions = {}): Running =>
  run(args, env, options);

/** Looks only when the process has written more. Rejects if it ends first. */
function untilWritten<T>({ child, ended }: Running, read: () => T | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const streams = [child.stdout, child.stderr];
    const look = () => {
      const found = read();
      if (found === undefined) return;
      for (const stream of streams) stream?.off('data', look);
      resolve(found);
    };
    for (const stream of streams) stream?.on('data', look);
    look();
    void ended.then(({ code, stderr }) =>
      reject(new Error(`the process ended with ${code} before it was ready: ${stderr}`)),
    );
  });
}

export async function startWorker(env: Environment, options: RunOptions = {}): Promise<Running> {
  const worker = run(['worker'], env, options);
  await untilWritten(worker, () => worker.output().includes('a worker of Doorway runs projections') || undefined);
  return worker;
}

export const doorway = (args: string[], env: Environment, input = ''): Promise<ProcessResult> =>
  run(args, env, { input }).ended;

export async function startService(env: Environment, options: RunOptions = {}): Promise<Service> {
  const running = run(['serve', ...(options.args ?? [])], { PORT: '0', ...env }, options);
  const { child, output, shown, ended } = running;
  const address = await untilWritten(running, () => addressIn(output()));
  const call: Service['call'] = (method, path, request = {}) => send(address, method, path, request);
  return {
    address,
    child,
    get token() {
      return /\bdw_[\w-]{43}\b/.exec(shown())?.[0];
    },
    output,
    shown,
    ended,
    call,
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function addressIn(output: string): string | undefined {
  const line = /^\{.*"Doorway listens on .*(?=\n)/m.exec(output)?.[0];
  return line === undefined ? undefined : (JSON.parse(line) as { address: string }).address;
}

/** Waits until the demo company's token is printed. */
export async function firstStart(
  dataDir: string,
  { env = {}, ...options }: RunOptions & { env?: Environment } = {},
): Promise<Service & { token: string }> {
  const service = await startService({ DATA_DIR: dataDir, ...env }, options);
  await untilWritten(service, () => /\n {2}curl .*\n\n/.test(service.shown()) || undefined);
  return service as Service & { token: string };
}

/** A PostgreSQL left on the folder is killed. The user postgres must be able to pass through. */
export async function emptyDataDir(finished: OnFinished = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorway-process-'));
  await chmod(folder, 0o711);
  finished(async () => {
    // This fails if the test has stopped the database.
    const faults = await faultyEvents(embeddedIn(folder)).catch(() => []);
    await killPostgres(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    expect(faults, 'events that are not as the catalogue says').toEqual([]);
  });
  return folder;
}

/** The database has no companies, so the next start creates the demo company. */
export async function migratedDataDir(finished: OnFinished = onTestFinished): Promise<string> {
  const folder = await emptyDataDir(finished);
  await copyMigratedCluster(folder);
  return folder;
}

const execute = promisify(execFile);

/** Keeps the owner, because PostgreSQL runs as that user. */
export async function copyMigratedCluster(dataDir: string): Promise<void> {
  await execute('cp', ['-a', join(await migratedTemplate(), 'postgres'), join(dataDir, 'postgres')]);
}

async function makeMigrated(making: string, template: string): Promise<void> {
  try {
    // Another process may have finished the template meanwhile.
    if (existsSync(template)) return await rm(making, { recursive: true });
    await chmod(making, 0o711);
    // Less to copy; crash safety does not matter here.
    const settings = { fsync: 'off', wal_recycle: 'off', min_wal_size: '32MB' };
    const database = await openEmbedded({ dataDir: making, settings });
    await migrate({ ...database.connection, ssl: false }).finally(() => database.close());
    await rename(making, template);
  } catch (error) {
    // The next test tries again and reports the error as well.
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}

async function migratedTemplate(): Promise<string> {
  const template = join(dirname(inject('postgres').host), 'migrated-data-folder');
  if (existsSync(template)) return template;
  const making = `${template}.making`;
  const isFirst = await mkdir(making).then(
    () => true,
    () => false,
  );
  if (isFirst) await makeMigrated(making, template);
  else await vi.waitFor(() => expect(existsSync(template)).toBe(true), { timeout: 120_000, interval: 50 });
  return template;
}

export const postmasterFile = (dataDir: string) => join(dataDir, 'postgres', 'postmaster.pid');

export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(postmasterFile(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text.split('\n')[0]);
}

/** As in a power cut; the files stay. */
export async function killPostgres(dataDir: string): Promise<void> {
  const postmaster = await postmasterPid(dataDir);
  // The file may name a process id that has been reused.
  if (postmaster === undefined || (await readStat(postmaster))?.name !== 'postgres') return;
  const family = [postmaster, ...(await childrenOf(postmaster))];
  for (const pid of family) kill(pid);
  await vi.waitFor(async () => expect((await Promise.all(family.map(readStat))).filter(isRunning)).toEqual([]), {
    timeout: 120_000,
  });
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface Stat {
  name: string;
  state: string;
  parent: number;
}

const isRunning = (stat: Stat | undefined) => stat !== undefined && stat.state !== 'Z' && stat.state !== 'X';

async function readStat(pid: number): Promise<Stat | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, name, state, parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(line) ?? [];
  return name === undefined || state === undefined ? undefined : { name, state, parent: Number(parent) };
}

export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(readStat));
  return pids.filter((_, at) => stats[at]?.parent === parent);
}

/** This connection does not keep the embedded database running. */
export const embeddedIn = (dataDir: string) => ({
  host: join(dataDir, 'postgres'),
  port,
  user: superuser,
  database: 'doorway',
});

export async function connectToEmbedded(dataDir: string, finished: OnFinished = onTestFinished): Promise<pg.Client> {
  const client = new pg.Client(embeddedIn(dataDir));
  // The server may stop while the test holds this connection.
  client.on('error', () => undefined);
  await client.connect();
  finished(() => client.end().catch(() => undefined));
  return client;
}

/** Below the range from which the system assigns ports. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

export const envelope = { traceId: expect.stringMatching(/^[0-9a-f]{32}$/), message: expect.stringMatching(/\S/) };

export function expectUnavailable({ status, headers, body }: Answer): void {
  expect({ status, body }).toEqual({ status: 503, body: envelope });
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}
