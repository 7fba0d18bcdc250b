/** How much of the width the file may have, in per cent: both sides stay wide enough to be read. */
export const least = 25;
export const most = 75;
export const usual = 50;
const step = 2;

export const within = (share: number): number =>
  Number.isFinite(share) ? Math.min(most, Math.max(least, Math.round(share * 10) / 10)) : usual;

/** The file's share after a key; undefined where the key means nothing here. The handle goes where the arrow points. */
export function afterKey(key: string, share: number): number | undefined {
  if (key === 'ArrowLeft') return within(share + step);
  if (key === 'ArrowRight') return within(share - step);
  if (key === 'Home') return most;
  if (key === 'End') return least;
  return undefined;
}

/** The file's share where the handle stands at this place between the left and the right edge. */
export const shareAt = (x: number, { left, width }: { left: number; width: number }): number =>
  within(width === 0 ? usual : 100 - ((x - left) / width) * 100);
