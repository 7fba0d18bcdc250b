// node scripts/cost.js PART COMMAND…: runs the command, and adds its processor time to the file named by TEST_COSTS.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { root } from './tools.js';

/** Processor time of this process and its ended children, in seconds. Only Linux reports it. */
function processorSeconds() {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

const [part, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
child.on('close', (code) => {
  appendFileSync(process.env.TEST_COSTS, `${JSON.stringify({ part, seconds: processorSeconds() })}\n`);
  process.exitCode = code ?? 1;
});
