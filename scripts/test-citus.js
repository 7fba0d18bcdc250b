// npm run test:citus: the server's tests on a Citus cluster, then a look at the plan of every statement that they sent.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { root } from './tools.js';

if (process.env.CITUS_URL === undefined) {
  console.log('Skipped: CITUS_URL names no cluster to test on. CONTRIBUTING.md says how to make one.');
  process.exit();
}

const statements = `${root}/node_modules/.cache/statements`;
rmSync(statements, { recursive: true, force: true });

const vitest = (files, environment) => {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
};

const tests = await vitest(process.argv.slice(2), { STATEMENTS_TO: statements });
const plans = await vitest(['server/citus/one-task.test.ts'], { STATEMENTS_FROM: statements });
process.exitCode = tests || plans;
