import { afterAll, expect } from 'vitest';
import { processorSecondsOf, reportCost } from './processor-time.ts';

/** Each file's processor time, with that of the browsers and processes that it uses. */
const before = processorSecondsOf(process.pid);
afterAll(() => reportCost(expect.getState().testPath ?? '', processorSecondsOf(process.pid) - before));
