import { decode, decodeImage, toRGBA8, type Directory } from 'utif2';
import { maxPixels, type SheetLayers, type Sheets, type SheetSource } from './sheets.ts';

/** Scanners write TIFF with fax compression and several pages; only Safari shows it by itself. */
export async function openTiff({ bytes }: SheetSource): Promise<Sheets> {
  const sheets = decode(bytes).filter((directory) => sizeOf(directory) !== undefined && !isThumbnail(directory));
  const first = sheets.find((directory) => isComplete(directory, bytes));
  if (first === undefined) throw new Error('this file has no complete picture');
  return {
    count: sheets.length,
    width: (sizeOf(first) as Size).width,
    ratio: paperRatio(first, sizeOf(first) as Size),
    paint: async (number, _width, layers, signal) => paint(bytes, sheets[number - 1] as Directory, layers, signal),
  };
}

interface Size {
  width: number;
  height: number;
}

function sizeOf({ t256: [width = 0] = [], t257: [height = 0] = [] }: Directory): Size | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** Whether all strips or tiles lie inside the file. The decoder silently paints nothing of a truncated file. */
function isComplete({ t273, t279, t324 = [], t325 = [] }: Directory, { byteLength }: ArrayBuffer): boolean {
  const [offsets, lengths] = [t273 ?? t324, t279 ?? t325];
  return offsets.length > 0 && offsets.every((offset, at) => offset + (lengths[at] ?? 0) <= byteLength);
}

const isThumbnail = ({ t254: [kind = 0] = [] }: Directory) => (kind & 1) === 1;

function paint(bytes: ArrayBuffer, directory: Directory, { canvas }: SheetLayers, signal: AbortSignal): number {
  signal.throwIfAborted();
  const { width, height } = sizeOf(directory) as Size;
  if (width * height > 2 * maxPixels || !isComplete(directory, bytes))
    throw new Error('this picture is too large or truncated');
  decodeImage(bytes, directory);
  const pixels = new ImageData(new Uint8ClampedArray(toRGBA8(directory)), width, height);
  // The decoder would otherwise hold the pixels of every page shown so far.
  delete directory.data;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return paperRatio(directory, { width, height });
}

/** Height divided by width on paper: a fax has fewer dots per inch vertically than horizontally. */
function paperRatio({ t282: [across = 1] = [], t283: [down = 1] = [] }: Directory, { width, height }: Size): number {
  const stretch = across > 0 && down > 0 ? across / down : 1;
  return (height / width) * (stretch > 0.25 && stretch < 4 ? stretch : 1);
}
