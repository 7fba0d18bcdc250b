/** Fit the frame's width, fit the whole page, or a width in CSS pixels. */
export type Zoom = 'width' | 'page' | number;

/** Width of a sheet at 100 per cent, in CSS pixels, and its height divided by its width. */
export interface Shape {
  width: number;
  ratio: number;
}

export interface ViewSize {
  width: number;
  height: number;
}

export const isSideways = (rotation: number): boolean => rotation % 180 !== 0;

export const rotate = ({ width, ratio }: Shape, rotation: number): Shape =>
  isSideways(rotation) ? { width: width * ratio, ratio: 1 / ratio } : { width, ratio };

export function widthOf(zoom: Zoom, shape: Shape, room: ViewSize): number {
  if (typeof zoom === 'number') return Math.floor(zoom);
  if (zoom === 'width') return Math.floor(room.width);
  return Math.floor(Math.min(room.width, room.height / shape.ratio));
}

const step = 1.25;
const minWidth = 80;

export function larger(width: number, shape: Shape, room: ViewSize): number | undefined {
  const next = width * step;
  return next <= Math.max(room.width * 4, shape.width * 5) ? next : undefined;
}
export const smaller = (width: number): number | undefined => (width / step >= minWidth ? width / step : undefined);

export const percentOf = (width: number, shape: Shape): number => Math.round((width / shape.width) * 100);
