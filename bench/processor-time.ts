import { readFileSync } from 'node:fs';

/** Processor time of a process and of its ended children; NaN if the system does not report it. */
export function cpuTimeUs(pid: number, withEndedChildren = false): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The process name may contain anything, even a parenthesis.
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, withEndedChildren ? 15 : 13);
    return times.reduce((sum, ticks) => sum + Number(ticks), 0) * 10_000;
  } catch {
    return NaN;
  }
}

/** The same for a process and all of its children. A child that ends in between counts next time. */
export function familyTimeUs(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
    return children.reduce((sum, child) => sum + (cpuTimeUs(Number(child)) || 0), cpuTimeUs(pid, true));
  } catch {
    return NaN;
  }
}
