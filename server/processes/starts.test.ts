import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starting a process takes longer than most test files, so only server/processes does it, with the helpers of
 * testing/process.ts. Rules of the service are tested over HTTP on the shared door, commands with
 * testing/command-line.ts.
 */
const exceptions: Record<string, string> = {
  'server/audit/commands.test.ts': 'a reader of the output that leaves early takes a pipe',
  'server/bookkeeping.test.ts': 'runs the program of the guide to bookkeeping',
  'server/citus/distribute-killed.test.ts': 'kills the command',
  'server/citus/faults.test.ts': 'kills nodes while the service runs',
  'server/doctor/doctor.test.ts': 'the exit code of doctor, and a server that may lose nothing',
  'server/door/generated-clients.test.ts': 'runs generators of clients and their compilers',
  'server/go-live.test.ts': 'runs the program of the page about going live',
  'server/ground/db/embedded/embedded.test.ts': 'is about starting PostgreSQL',
  'server/ground/db/embedded/root.test.ts': 'is about starting PostgreSQL under root',
  'server/layers.test.ts': 'runs the linter',
  'server/reconciling.test.ts': 'runs the nightly job of the page about reconciling',
  'server/testing/leaks.test.ts': 'leaves a process open',
  'server/webhooks-guide.test.ts': 'runs the programs of the guide to webhooks',
};

const withoutHelpers: Record<string, string> = {
  'server/processes/commands.test.ts': 'opens the database that a command has left',
  'server/processes/first-start.test.ts': 'pastes a line into a shell',
  'server/processes/package.test.ts': 'runs npm and the scripts of the build',
  'server/processes/proxies.test.ts': 'starts proxies in front of a service',
  'server/processes/stop.test.ts': 'opens the database of a service that has ended',
};

const modules = /(?:from|import\(|require\()\s*['"](?:node:)?(?:child_process|cluster|worker_threads)['"]/;
const opensServer = /\bopenEmbedded\(/;
const helpers =
  /import (?!type)\{[^}]*\b(?:startService|firstStart|startWorker|startDoorway|doorway|runScript)\b[^}]*\} from '[^']*\/testing\/process\.ts'/;

const startsAlone = (text: string) => modules.test(text) || opensServer.test(text);
const starts = (text: string) => startsAlone(text) || helpers.test(text);

async function testFiles(): Promise<{ path: string; text: string }[]> {
  const names = await Promise.all(
    ['server', 'console/src', 'console/tests'].map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  const paths = names.flat().filter((path) => path.endsWith('.test.ts') && !/node_modules|\/dist\//.test(path));
  return Promise.all(
    paths
      .filter((path) => path !== 'server/processes/starts.test.ts')
      .map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  );
}

it('only tests of processes start processes, with the helpers that share them', async () => {
  const files = await testFiles();
  expect(files.length).toBeGreaterThan(100);
  const isAmongProcesses = (path: string) => path.startsWith('server/processes/');
  const outside = files.filter(({ path, text }) => !isAmongProcesses(path) && starts(text));
  expect(outside.map(({ path }) => path).sort()).toEqual(Object.keys(exceptions).sort());
  const alone = files.filter(({ path, text }) => isAmongProcesses(path) && startsAlone(text));
  expect(alone.map(({ path }) => path).sort()).toEqual(Object.keys(withoutHelpers).sort());
});

it.each([
  [`import { spawn } from 'node:child_process';`, true],
  [`const { fork } = await import("child_process");`, true],
  [`import cluster from 'node:cluster';`, true],
  [`const database = await openEmbedded({ dataDir });`, true],
  [`import { emptyDataDir, startService } from '../testing/process.ts';`, true],
  [`import {\n  doorway,\n  emptyDataDir,\n} from '../../testing/process.ts';`, true],
  [`import { envelope, emptyDataDir } from '../testing/process.ts';`, false],
  [`import type { Ended } from './process.ts';`, false],
])('what starts a process is found: %s', (text, isStart) => {
  expect(starts(text)).toBe(isStart);
});
