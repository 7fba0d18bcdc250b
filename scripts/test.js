// npm test: the build, then every test, and beside them the type checks and linters that have not passed on the same
// files. Prints the processor time of each part, and fails if one took more than test-budget.json allows.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isDone, setDone, stampOf } from './stamps.js';
import { readJson, root } from './tools.js';

const budget = readJson('scripts/test-budget.json');

const folder = mkdtempSync(join(tmpdir(), 'doorway-test-costs-'));
/** If TEST_COSTS names a file, the costs of all test files are kept in it. */
const costs = process.env.TEST_COSTS ?? join(folder, 'costs.jsonl');
process.on('exit', () => rmSync(folder, { recursive: true }));

function runNode(...args) {
  const env = { ...process.env, TEST_COSTS: costs };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}

const run = (part, command, ...args) => runNode('scripts/cost.js', part, command, ...args);

/** Processor seconds of the fixed calculation, now. */
async function referenceSeconds() {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'scripts/reference.js')]);
  return Number(stdout);
}

/** The machine's other work comes and goes, so the calculation is also repeated while the tests run. */
async function referencesUntil(ended) {
  const found = [];
  let isOver = false;
  const over = ended.then(() => (isOver = true));
  while (!isOver) {
    await Promise.race([over, sleep(60_000, undefined, { ref: false })]);
    found.push(await referenceSeconds());
  }
  return found;
}

const sources = ['bench', 'clients', 'common', 'console', 'openapi', 'scripts', 'server'];
const settings = ['.oxlintrc.json', '.oxfmtrc.json', 'redocly.yaml', 'tsconfig.json'];
const isSource = (file) => !/(^|[\\/])(dist|generated|node_modules)([\\/]|$)|operator\.d\.ts$/.test(file);

async function check(part, script) {
  const stamp = stampOf([...sources, ...settings, 'vitest.config.ts', 'package-lock.json'], isSource);
  if (isDone(part, stamp)) return 0;
  const code = await run(part, 'npm', 'run', '--silent', script);
  if (code === 0) setDone(part, stamp);
  return code;
}

const selection = process.argv.slice(2);
const began = performance.now();
const referenceBefore = await referenceSeconds();

if ((await run('build', process.execPath, 'scripts/build.js')) !== 0) process.exit(1);

const parts = Promise.all([
  // The tests report their costs themselves.
  runNode('node_modules/vitest/vitest.mjs', 'run', ...selection),
  check('lint', 'lint'),
  check('openapi', 'lint:openapi'),
]);
const references = [referenceBefore, ...(await referencesUntil(parts))];
const codes = await parts;

const minutes = (performance.now() - began) / 60_000;
const reference = references.reduce((sum, seconds) => sum + seconds, 0) / references.length;
console.log(`\nTook ${minutes.toFixed(1)} minutes on ${availableParallelism()} cores.`);
if (process.platform === 'linux') reportCosts();
// Last, because only the end of a long output is read.
for (const [at, command] of ['vitest run', 'npm run lint', 'npm run lint:openapi'].entries()) {
  if (codes[at] === 0) continue;
  console.error(`\n${command} failed.`);
  process.exitCode = 1;
}

function reportCosts() {
  const used = Object.fromEntries(Object.keys(budget.parts).map((part) => [part, 0]));
  const files = [];
  for (const line of readFileSync(costs, 'utf8').trimEnd().split('\n')) {
    const { part, seconds, file } = JSON.parse(line);
    used[part] += seconds;
    if (file !== undefined) files.push({ file, seconds });
  }
  const dearest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10);
  console.log(`\nThe ${dearest.length} dearest of ${files.length} files, in seconds of processor time:`);
  for (const { file, seconds } of dearest) console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`);

  const scale = budget.referenceSeconds / reference;
  const rows = Object.entries(budget.parts).map(([part, { seconds: allowed }]) => ({
    part,
    used: used[part],
    allowed,
  }));
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  rows.push({ part: 'all', used: sum('used'), allowed: sum('allowed') });
  console.log(
    `\nProcessor seconds on this machine, and as the budget counts them (the fixed calculation took ${reference.toFixed(2)} s, not ${budget.referenceSeconds} s):`,
  );
  console.log(`${'part'.padEnd(12)}${'used'.padStart(8)}${'counted'.padStart(10)}${'allowed'.padStart(10)}`);
  for (const { part, used, allowed } of rows) {
    const counted = used * scale;
    const numbers = `${used.toFixed(0).padStart(8)}${counted.toFixed(0).padStart(10)}${String(allowed).padStart(10)}`;
    const isOver = selection.length === 0 && counted > allowed * budget.tolerance;
    console.log(`${part.padEnd(12)}${numbers}${isOver ? `  over ${budget.tolerance} of what is allowed` : ''}`);
    if (isOver) process.exitCode = 1;
  }
}
