import { appendFileSync, readdirSync, readFileSync } from 'node:fs';

interface Used {
  parent: number;
  seconds: number;
}

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

/** Of a process and its ended children; undefined if it has ended. */
export function usedBy(pid: string): Used | undefined {
  try {
    // The name of the process may contain spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { parent: fields[1] ?? 0, seconds: ticks / ticksPerSecond };
  } catch {
    return undefined;
  }
}

/**
 * Processor time of a process and all that it has started, alive or ended, in seconds. 0 where the system does not
 * report it: only Linux does.
 */
export function processorSecondsOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const all = new Map<number, Used>();
  for (const name of readdirSync('/proc')) {
    const used = /^\d+$/.test(name) ? usedBy(name) : undefined;
    if (used !== undefined) all.set(Number(name), used);
  }
  const isWithin = (at: number): boolean => at === pid || (all.has(at) && isWithin(all.get(at)?.parent ?? 0));
  return [...all].reduce((sum, [at, { seconds }]) => (isWithin(at) ? sum + seconds : sum), 0);
}

/** scripts/test.js adds up what the parts of a run cost. */
export function reportCost(cost: { part: string; file?: string; seconds: number }): void {
  const report = process.env.TEST_COSTS;
  if (report !== undefined) appendFileSync(report, `${JSON.stringify(cost)}\n`);
}
