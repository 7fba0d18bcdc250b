import { readFileSync } from 'node:fs';
import { hammer } from './hammer.ts';
import type { Job, Measured } from './jobs.ts';
import { read } from './read.ts';

/** The load generator: a process of its own, so that whoever measures takes no time from it. */
process.on('message', (job: Job) => {
  measure(job).then(
    (measured) => process.send?.({ measured }),
    (error: Error) => process.send?.({ failure: error.message }),
  );
});
process.on('disconnect', () => process.exit());

async function measure(job: Job): Promise<Measured> {
  const begun = cpuTimeUs(job.pid);
  const answers = await (job.method === 'GET' ? read(job) : hammer(job));
  return { ...answers, cpuUs: (cpuTimeUs(job.pid) - begun) / answers.count };
}

/** The processor's time that a process has taken so far; NaN where the system does not tell it. */
function cpuTimeUs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Its name may hold anything, a parenthesis too.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * 10_000;
  } catch {
    return NaN;
  }
}
