import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { processorSecondsOf, reportCost } from './processor-time.ts';
import { projectOf, root } from './projects.ts';

/** Each file's processor time, with that of the browsers and processes that it uses. */
if (process.env.TEST_COSTS !== undefined) {
  const before = processorSecondsOf(process.pid);
  afterAll(() => {
    const file = relative(root, expect.getState().testPath ?? '');
    reportCost({ part: projectOf(file), file, seconds: processorSecondsOf(process.pid) - before });
  });
}
