import type { Box } from './canvas.ts';
import { pointOf, type Matrix } from './matrix.ts';

/** Lists of x and y. */
export type Polygon = readonly number[];

/** The numbers that follow each code of a path of pdfjs; the last two are the point that it leads to. */
const lengths = [2, 2, 6, 4, 0];
const moveTo = 0;

/** The corners of each part of a path; curves count as straight lines. */
export function polygonsOf(path: ArrayLike<number> | null, matrix: Matrix): number[][] {
  const polygons: number[][] = [];
  for (let at = 0; path !== null && at < path.length;) {
    const code = path[at] as number;
    const length = lengths[code];
    if (length === undefined) break;
    if (code === moveTo || polygons.length === 0) polygons.push([]);
    for (let index = at + 1; index < at + length; index += 2)
      polygons.at(-1)?.push(...pointOf(matrix, path[index] as number, path[index + 1] as number));
    at += 1 + length;
  }
  return polygons;
}

export const rectangle = (left: number, bottom: number, right: number, top: number, matrix: Matrix): number[] =>
  [
    pointOf(matrix, left, bottom),
    pointOf(matrix, right, bottom),
    pointOf(matrix, right, top),
    pointOf(matrix, left, top),
  ].flat();

export function boxOf(polygons: readonly Polygon[]): Box {
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const points of polygons)
    for (let at = 0; at < points.length; at += 2) {
      const [x, y] = [points[at] as number, points[at + 1] as number];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  return box;
}

export const common = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

export const areaOf = ({ left, top, right, bottom }: Box): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

/** Thinner lines hide no text. */
const minWidth = 2;

/** The lines of a path as polygons of their own. */
export const strokesOf = (polygons: readonly Polygon[], width: number): number[][] =>
  width < minWidth ? [] : polygons.flatMap((points) => linesOf(points, width / 2));

function linesOf(points: Polygon, half: number): number[][] {
  const lines: number[][] = [];
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [x, y, toX, toY] = points.slice(at, at + 4) as [number, number, number, number];
    const length = Math.hypot(toX - x, toY - y) || 1;
    const [acrossX, acrossY] = [((y - toY) / length) * half, ((toX - x) / length) * half];
    lines.push([
      x + acrossX,
      y + acrossY,
      toX + acrossX,
      toY + acrossY,
      toX - acrossX,
      toY - acrossY,
      x - acrossX,
      y - acrossY,
    ]);
  }
  return lines;
}
