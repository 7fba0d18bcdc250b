import { setTimeout as sleep } from 'node:timers/promises';
import { hammer } from './hammer.ts';
import type { Job, Measurement } from './jobs.ts';
import { cpuTimeUs, familyTimeUs } from './processor-time.ts';
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
  const cpuUs = (cpuTimeUs(job.pid) - begun[0]) / answers.count;
  const databaseUs = (familyTimeUs(databasePid) - begun[1]) / answers.count;
  return { ...answers, cpuUs, databaseUs, wholeUs: cpuUs + databaseUs };
}

/** Resolves after a few seconds of almost no processor time. */
async function quiet(timeUs: () => number): Promise<void> {
  for (let before = timeUs(), now = Infinity; now - before > 100_000;) {
    before = timeUs();
    await sleep(4_000);
    now = timeUs();
  }
}
