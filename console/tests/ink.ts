import type { Locator } from 'playwright-core';

/** How much of a canvas is dark, from 0 to 1; a canvas that nothing was painted on has 0. */
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
