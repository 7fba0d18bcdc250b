// npm test: the build, type checks and linters at the same time, then every test. Prints the time and processor time
// used.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { root } from './tools.js';
import './build.js';

/** On two idle cores. CONTRIBUTING.md says how to stay within it. */
const budget = { minutes: 5.5, processorSeconds: 560 };

const began = performance.now();

function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}

/** Processor time of this process and its ended children. Only Linux reports it. */
function processorSeconds() {
  if (process.platform !== 'linux') return undefined;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

const checks = ['typecheck', 'lint', 'lint:openapi'].map((name) => run('npm', ['run', '--silent', name]));
if ((await Promise.all(checks)).some((code) => code !== 0)) process.exit(1);

process.exitCode = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]);

const minutes = (performance.now() - began) / 60_000;
const seconds = processorSeconds();
console.log(
  `\nTook ${minutes.toFixed(1)} minutes${seconds === undefined ? '' : ` and ${Math.round(seconds)} s of processor time`} on ${availableParallelism()} cores. ` +
    `The budget is ${budget.minutes} minutes and ${budget.processorSeconds} s on two idle cores.`,
);
