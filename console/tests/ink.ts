import type { Locator } from 'playwright-core';

/** The dark part of a canvas, from 0 to 1. */
export const ink = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const pixels =
      width * height === 0
        ? undefined
        : (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data;
    let dark = 0;
    for (let at = 0; pixels !== undefined && at < pixels.length; at += 4)
      if ((pixels[at + 3] ?? 0) > 0 && (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0) < 500) dark++;
    return dark === 0 ? 0 : dark / (width * height);
  });
