import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testsByProject } from './projects.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const filesIn = (folder: string): string[] =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(?:^|\/)(?:node_modules|dist)\//.test(name))
    .map((name) => `${folder}/${name}`);

const isTest = (path: string) =>
  /\.test(?:ing)?\.ts$/.test(path) || /^(?:server\/contract|console\/tests)\//.test(path);
const startsProcesses = (path: string) => /^server\/processes\/|commands[\w-]*\.test\.ts$/.test(path);

const callsOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(String.raw`\b${name}\(\s*('(?:[^'\\]|\\.)*'|[^,)]*)`, 'g'))].map(
    ([, first]) => first ?? '',
  );

const openers = ['openOwnDoor', 'openOwnApp', 'openAppOn', 'openOwnDatabase', 'ownDatabaseForThisTest'];
/** These functions create an app or a database without requiring a reason. */
const makers = ['buildApp', 'openService', 'createTestDatabase', 'databaseForThisTest'];

function faultsOf(path: string, text: string): string[] {
  const unsaid = openers
    .flatMap((name) => callsOf(text, name))
    .filter((reason) => !/^'[A-Z][^']*(?: [^' ]+){3,}\.'$/.test(reason))
    .map((reason) => `${path}: ${reason} is no sentence that says why`);
  const forbidden = startsProcesses(path) ? makers.slice(0, 2) : makers;
  const made = forbidden
    .filter((name) => callsOf(text, name).length > 0)
    .map((name) => `${path}: ${name} makes an app or a database without a reason`);
  const statements = /CREATE DATABASE (?!test_latin1)/.test(text) ? [`${path}: CREATE DATABASE without a reason`] : [];
  return [...unsaid, ...made, ...statements];
}

it('a test that opens an app or a database of its own says why', () => {
  const tests = [...filesIn('server'), ...filesIn('console/tests')].filter(isTest);
  const itself = 'server/testing/own-doors.test.ts';
  const faults = tests
    .filter((path) => path !== itself)
    .flatMap((path) => faultsOf(path, readFileSync(root + path, 'utf8')));
  expect(tests.length).toBeGreaterThan(250);
  expect(faults).toEqual([]);
});

it.each([
  ["openOwnDoor('The base path is a setting of the process.', { env })", 0],
  ["openOwnDoor(\n  'It sweeps the files of all companies.',\n)", 0],
  ["ownDatabaseForThisTest('The database must be empty.', 'template0')", 0],
  ['openDoor()', 0],
  ["openOwnApp('The log level is a setting of the process.', { env })", 0],
  ["openOwnApp('', { env })", 1],
  ["openOwnDoor('')", 1],
  ["openOwnDoor('TODO')", 1],
  ["openOwnDoor('needs it')", 1],
  ["openOwnDoor('No end of a sentence here', { env })", 1],
  ['openOwnDoor(reason)', 1],
  ["openOwnDatabase('template0')", 1],
  ['createTestDatabase()', 1],
  ["databaseForThisTest('template0')", 1],
  ['const app = await buildApp(deps);', 1],
  ['query(`CREATE DATABASE ${name}`)', 1],
] as const)('%s has %i faults', (text, many) => {
  expect(faultsOf('server/some.test.ts', text)).toHaveLength(many);
});

it('no test stops the timers of the service that runs in its process', () => {
  const { console, processes, server } = testsByProject();
  const stopsTimers = /useFakeTimers\((?!\{ toFake: \['Date'\])/;
  expect(
    [...console, ...processes, ...server].filter((path) => stopsTimers.test(readFileSync(root + path, 'utf8'))),
  ).toEqual([]);
});
