import type { Box, Colour } from './canvas.ts';
import { identity, type Matrix } from './matrix.ts';

/** The state that a PDF saves and restores, as far as it decides where text is and whether it is seen. */
export interface GraphicsState {
  /** From the units of the content to points from the left and from the top of the page. */
  matrix: Matrix;
  clip: Box;
  fill: Colour;
  stroke: Colour;
  fillAlpha: number;
  strokeAlpha: number;
  /** The alpha of all groups around. */
  groupAlpha: number;
  /** Under a soft mask, or mixed with the colours below. */
  isMixed: boolean;
  lineWidth: number;
  /** The size of a font's unit. */
  fontUnit: number;
  isVertical: boolean;
  fontSize: number;
  letterSpace: number;
  wordSpace: number;
  stretch: number;
  leading: number;
  rise: number;
  textMode: number;
  textMatrix: Matrix;
  lineX: number;
  lineY: number;
  x: number;
  y: number;
}

export const initialState = (matrix: Matrix, clip: Box): GraphicsState => ({
  matrix,
  clip,
  fill: 0,
  stroke: 0,
  fillAlpha: 1,
  strokeAlpha: 1,
  groupAlpha: 1,
  isMixed: false,
  lineWidth: 1,
  fontUnit: 0.001,
  isVertical: false,
  fontSize: 0,
  letterSpace: 0,
  wordSpace: 0,
  stretch: 1,
  leading: 0,
  rise: 0,
  textMode: 0,
  textMatrix: identity,
  lineX: 0,
  lineY: 0,
  x: 0,
  y: 0,
});
