/** The file's share of the width, in per cent. */
export const minShare = 25;
export const maxShare = 75;
export const usualShare = 50;
const step = 2;

export const within = (share: number): number =>
  Number.isFinite(share) ? Math.min(maxShare, Math.max(minShare, Math.round(share * 10) / 10)) : usualShare;

export function afterKey(key: string, share: number): number | undefined {
  if (key === 'ArrowLeft') return within(share + step);
  if (key === 'ArrowRight') return within(share - step);
  if (key === 'Home') return maxShare;
  if (key === 'End') return minShare;
  return undefined;
}

export const shareAt = (x: number, { left, width }: { left: number; width: number }): number =>
  within(width === 0 ? usualShare : 100 - ((x - left) / width) * 100);
