import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isLongRun } from './server/testing/long.ts';
import { longTests, projectNames, testsByProject, type ProjectName } from './server/testing/projects.ts';

const tests = testsByProject();
const isOf = (name: ProjectName, { moduleId }: TestSpecification) =>
  tests[name].some((file) => moduleId.endsWith(`/${file}`));

/** Browser tests keep a core busy and the others mostly wait, so the kinds are spread over the run. */
class Spread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [browsers = [], processes = [], server = [], unit = []] = projectNames.map((name) =>
      sorted.filter((file) => isOf(name, file)),
    );
    const placed = [
      ...browsers.map((file, at) => ({ file, order: (0.85 * at) / browsers.length })),
      ...processes.map((file, at) => ({ file, order: (0.85 * at) / processes.length })),
      // The contract tests are short files that take long.
      ...server.map((file, at) => ({ file, order: file.moduleId.includes('/contract/') ? 0 : at / server.length })),
    ];
    return [...placed.toSorted((one, other) => one.order - other.order).map(({ file }) => file), ...unit];
  }
}

const project = (name: string, files: string[], globalSetup: string[]) => ({
  extends: true as const,
  test: { name, include: isLongRun ? longTests(files) : files, globalSetup },
});

const database = 'server/testing/global-setup.ts';
const browser = 'console/tests/global-setup.ts';
const rendered = 'console/tests/rendered/build.js';
const isWholeRun = process.argv.slice(2).join() === 'run';

export default defineConfig({
  test: {
    // Vitest starts workers anew for each project.
    projects: isWholeRun
      ? [
          project('services', [...tests.console, ...tests.processes, ...tests.server], [database, browser, rendered]),
          // Unit tests stop timers, which would stop those of a service in the same process for good.
          project('unit', tests.unit, []),
        ]
      : [
          project('console', tests.console, [database, browser]),
          project('processes', tests.processes, [database]),
          project('server', tests.server, [database, rendered]),
          project('unit', tests.unit, []),
        ],
    sequence: { sequencer: Spread },
    // A test may wait for a process or a browser on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // A third worker on two cores saves little time and costs more of the processor: each compiles all modules.
    maxWorkers: 2,
    // All files import the same modules, and loading them takes longer than most tests.
    isolate: false,
    // Most of what tests make is soon garbage. A larger space for it is cleared less often, and copies less.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    setupFiles: [
      'server/testing/cost.ts',
      'server/testing/leaks.ts',
      'server/testing/statements.ts',
      'server/testing/lock-order.ts',
      'server/testing/one-connection.ts',
      'server/testing/seeds.ts',
    ],
  },
});
