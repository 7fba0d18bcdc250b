/** True in `npm run test:long`, which repeats rounds or uses more rows. It runs the files that import this. */
export const isLongRun = process.env.TEST_LONG === 'on';
