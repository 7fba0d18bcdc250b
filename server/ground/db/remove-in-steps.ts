import { pause } from '../scheduling/pause.ts';

const maxRows = 2_000;

/**
 * Deletes everything that `remove` finds, some rows per statement, and returns the number of rows. Three quarters of
 * the time are pauses, which leave room for requests.
 */
export async function removeInSteps(signal: AbortSignal, remove: (most: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (let many = maxRows; many >= maxRows && !signal.aborted;) {
    const begun = Date.now();
    many = await remove(maxRows);
    removed += many;
    if (many >= maxRows) await pause(Math.max(50, 3 * (Date.now() - begun)), signal);
  }
  return removed;
}
