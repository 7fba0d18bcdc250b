import type { Reporter, TestModule } from 'vitest/node';

const listed = 10;

export class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= listed) return;
    const files = modules.map((module) => ({ path: module.relativeModuleId, ms: module.diagnostic().duration }));
    console.log(`\nThe ${listed} slowest of ${files.length} files:`);
    for (const { path, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, listed))
      console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${path}`);
  }
}
