import type { TextLine } from '../find/text-lines.ts';

/** Where a sheet is painted. */
export interface Place {
  canvas: HTMLCanvasElement;
  /** For the words on the sheet, so that they can be read aloud, selected and copied. */
  words?: HTMLElement;
}

/** A file as sheets of paper, whatever kind of file it is. */
export interface Sheets {
  count: number;
  /** The width of the first sheet at 100 per cent, in CSS pixels. */
  width: number;
  /** Height by width of the first sheet: the best guess for one that was not painted yet. */
  ratio: number;
  /** Paints a sheet at a width in CSS pixels and answers its height by width. */
  paint(number: number, width: number, place: Place, signal: AbortSignal): Promise<number>;
  /** The text of the first sheets, where the file has text. */
  text?(signal: AbortSignal): Promise<TextLine[]>;
  close(): void;
}

/** A file that is locked with a password. */
export class Locked extends Error {}

/** More than this a browser does not paint, or only with the memory of everything else. */
export const mostPixels = 24_000_000;
