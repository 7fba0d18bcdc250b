import { decode, decodeImage, toRGBA8, type Directory } from 'utif2';
import { mostPixels, type Place, type Sheets } from './sheets.ts';

/** Scanners write TIFF, with fax compression and several pages a file, and no browser but one shows it. */
export async function openTiff(bytes: ArrayBuffer): Promise<Sheets> {
  const sheets = decode(bytes).filter((directory) => sizeOf(directory) !== undefined && !isReduced(directory));
  const first = sheets.find((directory) => isWhole(directory, bytes));
  if (first === undefined) throw new Error('there is no whole picture in this file');
  return {
    count: sheets.length,
    width: (sizeOf(first) as Size).width,
    ratio: heightOnPaper(first, sizeOf(first) as Size),
    paint: async (number, _width, place, signal) => paint(bytes, sheets[number - 1] as Directory, place, signal),
    close: () => undefined,
  };
}

interface Size {
  width: number;
  height: number;
}

function sizeOf({ t256: [width = 0] = [], t257: [height = 0] = [] }: Directory): Size | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** Whether the parts of the picture lie inside of the file: of one that was cut short the decoder would paint nothing. */
function isWhole({ t273, t279, t324 = [], t325 = [] }: Directory, { byteLength }: ArrayBuffer): boolean {
  const [places, lengths] = [t273 ?? t324, t279 ?? t325];
  return places.length > 0 && places.every((place, at) => place + (lengths[at] ?? 0) <= byteLength);
}

/** A small copy of another page. */
const isReduced = ({ t254: [kind = 0] = [] }: Directory) => (kind & 1) === 1;

function paint(bytes: ArrayBuffer, directory: Directory, { canvas }: Place, signal: AbortSignal): number {
  signal.throwIfAborted();
  const { width, height } = sizeOf(directory) as Size;
  if (width * height > 2 * mostPixels || !isWhole(directory, bytes))
    throw new Error('this picture is too large, or cut short');
  decodeImage(bytes, directory);
  const pixels = new ImageData(new Uint8ClampedArray(toRGBA8(directory)), width, height);
  // Kept, the pixels of every page that was looked at would add up.
  delete directory.data;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return heightOnPaper(directory, { width, height });
}

/** A fax has fewer dots downwards than across. */
function heightOnPaper({ t282: [across = 1] = [], t283: [down = 1] = [] }: Directory, { width, height }: Size): number {
  const stretch = across > 0 && down > 0 ? across / down : 1;
  return (height / width) * (stretch > 0.25 && stretch < 4 ? stretch : 1);
}
