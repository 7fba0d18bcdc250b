import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'console/tests/**/*.test.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    // A browser on a busy machine needs its time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The tests share one PostgreSQL with two cores.
    maxWorkers: 3,
  },
});
