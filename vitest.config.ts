import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isLongRun } from './server/testing/long.ts';
import { longTests, projectNames, testsByProject, type ProjectName } from './server/testing/projects.ts';
import { Slowest } from './server/testing/slowest.ts';

/** Project by project: a worker that goes on with the same project keeps what it has loaded. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return projectNames.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}

const tests = testsByProject();

const project = (name: ProjectName, globalSetup: string[]) => ({
  extends: true as const,
  test: { name, include: isLongRun ? longTests(tests[name]) : tests[name], globalSetup },
});

const database = 'server/testing/global-setup.ts';

export default defineConfig({
  test: {
    projects: [
      project('console', [database, 'console/tests/global-setup.ts']),
      project('processes', [database]),
      project('server', [database]),
      project('unit', []),
    ],
    sequence: { sequencer: ByProject },
    reporters: ['default', new Slowest()],
    // A test may wait for a process or a browser on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    maxWorkers: 3,
    // All files import the same modules, and loading them takes longer than most tests.
    isolate: false,
  },
});
