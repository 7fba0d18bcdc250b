import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hammer } from './hammer.ts';
import type { Job, Measurement } from './jobs.ts';
import { read } from './read.ts';

/** The load generator runs in its own process, so that measuring takes no time from it. */
process.on('message', (job: Job & { databasePid: number }) => {
  measure(job, job.databasePid).then(
    (measured) => process.send?.({ measured }),
    (error: Error) => process.send?.({ failure: error.message }),
  );
});
process.on('disconnect', () => process.exit());

async function measure(job: Job, databasePid: number): Promise<Measurement> {
  const begun = [cpuTimeUs(job.pid), familyTimeUs(databasePid)] as const;
  const answers = await (job.method === 'GET' ? read(job) : hammer(job));
  if (job.untilQuiet) await quiet(() => cpuTimeUs(job.pid) + familyTimeUs(databasePid));
  return {
    ...answers,
    cpuUs: (cpuTimeUs(job.pid) - begun[0]) / answers.count,
    databaseUs: (familyTimeUs(databasePid) - begun[1]) / answers.count,
  };
}

/** Resolves after a few seconds of almost no processor time. */
async function quiet(timeUs: () => number): Promise<void> {
  for (let before = timeUs(), now = Infinity; now - before > 100_000;) {
    before = timeUs();
    await sleep(4_000);
    now = timeUs();
  }
}

/** Processor time of a process and of its ended children; NaN if the system does not report it. */
function cpuTimeUs(pid: number, withEndedChildren = false): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The process name may contain anything, even a parenthesis.
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, withEndedChildren ? 15 : 13);
    return times.reduce((sum, ticks) => sum + Number(ticks), 0) * 10_000;
  } catch {
    return NaN;
  }
}

/** The same for a process and all of its children. A child that ends in between counts next time. */
function familyTimeUs(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
    return children.reduce((sum, child) => sum + (cpuTimeUs(Number(child)) || 0), cpuTimeUs(pid, true));
  } catch {
    return NaN;
  }
}
