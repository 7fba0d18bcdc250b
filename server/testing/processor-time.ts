import { appendFileSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

/** Processor time of a process and its ended children, in seconds; undefined if it has ended. */
export function usedBy(pid: string): number | undefined {
  try {
    // The name of the process may contain spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return ticks / ticksPerSecond;
  } catch {
    return undefined;
  }
}

/**
 * Processor time of a process and all that it has started, alive or ended, in seconds. 0 where the system does not
 * report it: only Linux does.
 */
export function processorSecondsOf(pid: number | string): number {
  if (process.platform !== 'linux') return 0;
  const used = usedBy(String(pid));
  return used === undefined ? 0 : startedBy(pid).reduce((sum, child) => sum + processorSecondsOf(child), used);
}

/** Reading these lists takes a tenth of the time of reading the parents of all processes. */
function startedBy(pid: number | string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap(
      (thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').match(/\d+/g) ?? [],
    );
  } catch {
    return [];
  }
}

/** scripts/test.js adds up what the parts of a run cost. */
export function reportCost(cost: { part: string; file?: string; seconds: number }): void {
  const report = process.env.TEST_COSTS;
  if (report !== undefined) appendFileSync(report, `${JSON.stringify(cost)}\n`);
}
