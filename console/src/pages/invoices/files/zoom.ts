/** How large a file is shown: as wide as the frame, wholly in it, or at a width in CSS pixels. */
export type Zoom = 'width' | 'page' | number;

/** A sheet at 100 per cent, and its height by its width. */
export interface Shape {
  width: number;
  ratio: number;
}

export interface Room {
  width: number;
  height: number;
}

export const isAcross = (turned: number): boolean => turned % 180 !== 0;

/** A sheet's shape after it was turned by some degrees. */
export const turn = ({ width, ratio }: Shape, turned: number): Shape =>
  isAcross(turned) ? { width: width * ratio, ratio: 1 / ratio } : { width, ratio };

/** The width at which a sheet is shown. */
export function widthOf(zoom: Zoom, shape: Shape, room: Room): number {
  if (typeof zoom === 'number') return Math.floor(zoom);
  if (zoom === 'width') return Math.floor(room.width);
  return Math.floor(Math.min(room.width, room.height / shape.ratio));
}

const step = 1.25;
const least = 80;

/** The next larger width, and the next smaller; undefined where there is none. */
export function larger(width: number, shape: Shape, room: Room): number | undefined {
  const next = width * step;
  return next <= Math.max(room.width * 4, shape.width * 5) ? next : undefined;
}
export const smaller = (width: number): number | undefined => (width / step >= least ? width / step : undefined);

export const percentOf = (width: number, shape: Shape): number => Math.round((width / shape.width) * 100);
