import { absolute, tenTo } from '../../../common/decimal.ts';
import type { Question } from './question.ts';

export interface TotalFit {
  fits: boolean;
  vat: bigint;
  roundoff: bigint;
  isRounded: boolean;
  expected: bigint;
}

/**
 * Fits the total with a VAT from `low` to `high`, or finds the nearest fit. `figure` is the VAT to show if the total
 * does not determine it. A missing total always fits.
 */
export function fitTotal(question: Question, low: bigint, high: bigint, figure: bigint, mayRound: boolean): TotalFit {
  const { rest, slack, roundoffs, precision, total } = question;
  let nearest: TotalFit | undefined;
  for (const roundoff of roundoffs) {
    const left = total === undefined ? figure : total - rest - roundoff;
    const fits = left >= low - slack && left <= high + slack;
    const vat = fits && left >= low && left <= high ? left : figure;
    const fit = { fits, vat, roundoff, isRounded: false, expected: rest + roundoff + vat };
    if (fits) return fit;
    if (nearest === undefined || isNearer(total, fit.expected, nearest.expected)) nearest = fit;
  }
  if (mayRound && total !== undefined && total % tenTo(precision.scale) === 0n) {
    const left = total - rest;
    const off = slack + tenTo(precision.scale) / 2n;
    if (left >= low - off && left <= high + off)
      return { fits: true, vat: figure, roundoff: left - figure, isRounded: true, expected: total };
  }
  return nearest as TotalFit;
}

export const isNearer = (sent: bigint | undefined, first: bigint, second: bigint): boolean =>
  absolute((sent ?? 0n) - first) < absolute((sent ?? 0n) - second);
