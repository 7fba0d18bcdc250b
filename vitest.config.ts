import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const inBrowser = /\/console\/tests\//;
const withProcesses = /\/(?:processes|embedded|contract)\/|commands\.operator\.|\/imports\/command\./;

/**
 * What runs in a browser, starts processes or tries a whole document takes longest. It goes first, so that no worker is left alone
 * with it at the end, and by turns, since the one works all the time and the other mostly waits.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const browsers = sorted.filter(({ moduleId }) => inBrowser.test(moduleId));
    const processes = sorted.filter(({ moduleId }) => withProcesses.test(moduleId));
    const turns = Array.from({ length: Math.max(browsers.length, processes.length) }, (_, at) => [
      browsers[at],
      processes[at],
    ]);
    const first = turns.flat().filter((file) => file !== undefined);
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'console/tests/**/*.test.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    // Processes and a browser on a busy machine need their time. Nothing waits longer than what it waits for takes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    // Two cores, and tests that wait for a good part of their time.
    maxWorkers: 4,
    // What the files import is the same for all of them, and takes longer to load than most of them take to run.
    isolate: false,
  },
});
