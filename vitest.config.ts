import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'console/tests/**/*.test.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    // Processes and a browser on a busy machine need their time. Nothing waits longer than what it waits for takes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    // The tests share one PostgreSQL with two cores.
    maxWorkers: 3,
    // What the files import is the same for all of them, and takes longer to load than most of them take to run.
    isolate: false,
  },
});
