import type { Locator } from 'playwright-core';

/** Every seventh pixel is enough, and several tests ask until a sheet is painted. */
const step = 7;

/** The dark part of a canvas, from 0 to 1. */
export const ink = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element, step) => {
    const { width, height } = element as HTMLCanvasElement;
    if (width * height === 0) return 0;
    const pixels = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    let dark = 0;
    for (let at = 0; at < pixels.length; at += 4 * step)
      if ((pixels[at + 3] ?? 0) > 0 && (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0) < 500) dark++;
    return (dark * step) / (width * height);
  }, step);
