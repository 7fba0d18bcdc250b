import type { Question, Reading } from './amounts.ts';
import {
  fitTotal,
  isNearer,
  type TotalFit,
  fitVat,
  mayInclude,
  type KnownRanges,
  type VatFits,
  vatRanges,
  type VatKind,
} from './vat.ts';

interface VatReading {
  kind: VatKind | undefined;
  /** Whether VAT is added to the lines. */
  isAdded: boolean;
  linesIncludeVat: boolean;
  totalIncludesVat: boolean;
}

export interface Answer extends VatReading {
  vat: bigint;
  by: Reading['vat'];
  total: TotalFit;
  /** Set if the sent VAT fits no reading. */
  expectedVat: bigint | undefined;
}

const added = (kind?: VatKind): VatReading => ({ kind, isAdded: true, linesIncludeVat: false, totalIncludesVat: true });
const included = (kind?: VatKind): VatReading => ({
  kind,
  isAdded: false,
  linesIncludeVat: true,
  totalIncludesVat: true,
});
const leftOut = (kind?: VatKind): VatReading => ({
  kind,
  isAdded: false,
  linesIncludeVat: false,
  totalIncludesVat: false,
});

const percentage: VatKind = { lineVat: 'percentage', included: false };
const amount: VatKind = { lineVat: 'amount', included: false };

/** In the order of trial. VAT that the lines already include is never added. */
const compared: readonly VatReading[] = [
  added(percentage),
  added(amount),
  included({ lineVat: 'percentage', included: true }),
  included({ lineVat: 'amount', included: true }),
  leftOut(percentage),
  leftOut(amount),
];
const notCompared: readonly VatReading[] = [added(), included(), leftOut()];
const untaxed: readonly VatReading[] = [
  { kind: undefined, isAdded: false, linesIncludeVat: false, totalIncludesVat: true },
  included(),
];

function readingsFor({ vat, isCompared }: Question): readonly VatReading[] {
  if (vat === 0n || (vat === undefined && !isCompared)) return untaxed;
  return isCompared ? compared : notCompared;
}

function isPossible(question: Question, reading: VatReading): boolean {
  if (question.isIncluded) return reading.linesIncludeVat;
  return !reading.linesIncludeVat || reading.kind?.lineVat === 'percentage' || mayInclude(question);
}

/** Returns the first reading in which both VAT and total fit, or else the nearest one. Yields for pauses. */
export function* solve(question: Question): Generator<void, Answer> {
  const readings = readingsFor(question);
  const vatFits: VatFits = new Map();
  const ranges: KnownRanges = new Map();
  return (
    (yield* firstOf(question, readings, vatFits, ranges, false)) ??
    (question.mayRound ? yield* firstOf(question, readings, vatFits, ranges, true) : undefined) ??
    nearestOf(question, readings, vatFits, ranges)
  );
}

function* firstOf(
  question: Question,
  readings: readonly VatReading[],
  vatFits: VatFits,
  ranges: KnownRanges,
  mayRound: boolean,
): Generator<void, Answer | undefined> {
  for (const reading of readings) {
    const { kind } = reading;
    if (!isPossible(question, reading)) continue;
    if (kind !== undefined && !ranges.has(kind)) ranges.set(kind, yield* vatRanges(question, kind));
    const vatFit = fitVat(question, kind, vatFits, ranges);
    if (vatFit?.fits !== true) continue;
    const answer = attempt(question, reading, vatFit.by, ranges, mayRound);
    if (answer?.total.fits === true) return answer;
  }
  return undefined;
}

/** Prefers readings in which the VAT fits. If there are none, any reading is allowed and the VAT is a finding. */
function nearestOf(question: Question, readings: readonly VatReading[], vatFits: VatFits, ranges: KnownRanges): Answer {
  const possible = readings.filter(
    (reading) => isPossible(question, reading) && fitVat(question, reading.kind, vatFits, ranges) !== undefined,
  );
  const fitting = possible.filter(({ kind }) => vatFits.get(kind)?.fits === true);
  let best: Answer | undefined;
  for (const reading of fitting.length > 0 ? fitting : possible) {
    const answer = attempt(question, reading, vatFits.get(reading.kind)?.by ?? 'none', ranges, question.mayRound);
    if (answer === undefined) continue;
    if (best === undefined || (!best.total.fits && isBetter(question, answer, best))) best = answer;
  }
  return { ...(best as Answer), expectedVat: fitting.length > 0 ? undefined : nearestVat(question, vatFits) };
}

const isBetter = ({ total }: Question, answer: Answer, best: Answer) =>
  answer.total.fits || isNearer(total, answer.total.expected, best.total.expected);

function nearestVat({ vat }: Question, vatFits: VatFits): bigint | undefined {
  let nearest: bigint | undefined;
  for (const fit of vatFits.values())
    if (fit !== undefined && (nearest === undefined || isNearer(vat, fit.expected, nearest))) nearest = fit.expected;
  return nearest;
}

function attempt(
  question: Question,
  reading: VatReading,
  by: Reading['vat'],
  ranges: KnownRanges,
  mayRound: boolean,
): Answer | undefined {
  const { vat } = question;
  if (vat !== undefined || reading.kind === undefined) {
    const toAdd = reading.isAdded ? (vat ?? 0n) : 0n;
    return answerOf(reading, fitTotal(question, toAdd, toAdd, toAdd, mayRound), vat ?? 0n, by);
  }
  let best: Answer | undefined;
  for (const { low, high, figure, by } of ranges.get(reading.kind) ?? []) {
    const total = reading.isAdded
      ? fitTotal(question, low, high, figure, mayRound)
      : fitTotal(question, 0n, 0n, 0n, mayRound);
    const answer = answerOf(reading, total, reading.isAdded ? total.vat : figure, by);
    if (total.fits) return answer;
    if (best === undefined || isBetter(question, answer, best)) best = answer;
  }
  return best;
}

const answerOf = (reading: VatReading, total: TotalFit, vat: bigint, by: Reading['vat']): Answer => ({
  kind: reading.kind,
  isAdded: reading.isAdded,
  linesIncludeVat: reading.linesIncludeVat,
  totalIncludesVat: reading.totalIncludesVat,
  vat,
  by,
  total,
  expectedVat: undefined,
});
