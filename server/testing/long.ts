/** True in `npm run test:long`, which repeats what `npm test` does once, or does it with more rows. It runs the files that import this. */
export const isLongRun = process.env.TEST_LONG === 'on';
