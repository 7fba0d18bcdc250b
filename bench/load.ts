import { hammer } from './hammer.ts';
import type { Job } from './jobs.ts';
import { read } from './read.ts';

/** The load generator: a process of its own, so that whoever measures takes no time from it. */
process.on('message', (job: Job) => {
  (job.method === 'GET' ? read(job) : hammer(job)).then(
    (measured) => process.send?.({ measured }),
    (error: Error) => process.send?.({ failure: error.message }),
  );
});
process.on('disconnect', () => process.exit());
