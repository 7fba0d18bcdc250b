import { pause } from '../scheduling/pause.ts';

const mostAtOnce = 2_000;

/** Removes all that there is to remove, a few rows a statement; answers how many. The door has three quarters of the time. */
export async function removeInSteps(signal: AbortSignal, remove: (most: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (let many = mostAtOnce; many >= mostAtOnce && !signal.aborted;) {
    const begun = Date.now();
    many = await remove(mostAtOnce);
    removed += many;
    if (many >= mostAtOnce) await pause(Math.max(50, 3 * (Date.now() - begun)), signal);
  }
  return removed;
}
