import type { Colour } from './canvas.ts';

/** White on a paler grey than E0 is not read by a person. */
const minRatio = 1.3;
/** Colours as bright as each other can still be told apart, such as yellow on white. */
const minDistance = 96;

const channelsOf = (colour: number) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];

/** The relative luminance of WCAG. */
function luminanceOf(colour: number): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Whether a person can read text on a background. Unknown colours count as different. */
export function isLegible(text: Colour, background: Colour): boolean {
  if (text === undefined || background === undefined) return true;
  if (text === background) return false;
  const [one, other] = [luminanceOf(text), luminanceOf(background)].toSorted((a, b) => b - a) as [number, number];
  if ((one + 0.05) / (other + 0.05) >= minRatio) return true;
  const others = channelsOf(background);
  return channelsOf(text).some((channel, at) => Math.abs(channel - (others[at] as number)) >= minDistance);
}
