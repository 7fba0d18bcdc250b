import { absolute } from '../exact.ts';
import { round } from './figures.ts';
import type { Question } from './question.ts';
import type { Reading } from './sums.ts';
import { fitTotal, isNearer, type TotalFit } from './total.ts';
import { vatRanges, type VatKind, type VatRange } from './vat.ts';

/** One way to read VAT and total together. */
interface Way {
  /** How the lines say their VAT, where they do. */
  kind: VatKind | undefined;
  /** Whether VAT is added to the lines. */
  isAdded: boolean;
  linesIncludeVat: boolean;
  totalIncludesVat: boolean;
}

export interface Answer extends Way {
  /** The VAT of the invoice, and where it was rounded. */
  vat: bigint;
  by: Reading['vat'];
  total: TotalFit;
  /** What the VAT was expected to be, where it fits no reading. */
  expectedVat: bigint | undefined;
}

const added = (kind?: VatKind): Way => ({ kind, isAdded: true, linesIncludeVat: false, totalIncludesVat: true });
const included = (kind?: VatKind): Way => ({ kind, isAdded: false, linesIncludeVat: true, totalIncludesVat: true });
const leftOut = (kind?: VatKind): Way => ({ kind, isAdded: false, linesIncludeVat: false, totalIncludesVat: false });

const percentage: VatKind = { lineVat: 'percentage', included: false };
const amount: VatKind = { lineVat: 'amount', included: false };

/** In the order in which they are tried. VAT that the lines include is never added to them once more. */
const compared: readonly Way[] = [
  added(percentage),
  added(amount),
  included({ lineVat: 'percentage', included: true }),
  included({ lineVat: 'amount', included: true }),
  leftOut(percentage),
  leftOut(amount),
];
const notCompared: readonly Way[] = [added(), included(), leftOut()];
const untaxed: readonly Way[] = [
  { kind: undefined, isAdded: false, linesIncludeVat: false, totalIncludesVat: true },
  included(),
];

function waysOf({ vat, isCompared }: Question): readonly Way[] {
  if (vat === 0n || (vat === undefined && !isCompared)) return untaxed;
  return isCompared ? compared : notCompared;
}

function isPossible(question: Question, way: Way): boolean {
  if (question.isIncluded) return way.linesIncludeVat;
  return !way.linesIncludeVat || way.kind?.lineVat === 'percentage' || mayInclude(question);
}

/** Whether lines that do not say their rate may include the VAT: more than a fifth of them would be a rate of more than 25 %. */
function mayInclude(question: Question): boolean {
  const { vat, isHighest } = question;
  if (vat === undefined || !isHighest) return true;
  return 5n * absolute(vat) <= absolute(taxedBy(question, vat)) + 5n * slackOf(question);
}

/** What can have been taxed: of lines with both signs those that have the sign of the VAT, since their rates may differ. */
function taxedBy({ entries, fee, freight }: Question, vat: bigint): bigint {
  let taxed = 0n;
  for (const { amount } of entries) if (amount < 0n === vat < 0n) taxed += amount;
  if (fee < 0n === vat < 0n) taxed += fee;
  return freight < 0n === vat < 0n ? taxed + freight : taxed;
}

/** Each line's VAT may have been rounded, and those of fee and freight. */
const slackOf = ({ slack, precision, entries }: Question) => slack + precision.half * BigInt(entries.length + 2);

interface VatFit {
  fits: boolean;
  by: Reading['vat'];
  expected: bigint;
}

/** How the VAT that was sent fits the kinds that were tried; undefined where the lines' VAT cannot be of the kind. */
type VatFits = Map<VatKind | undefined, VatFit | undefined>;

/** The first way by which both VAT and total fit or, where there is none, the one that comes nearest. */
export function solve(question: Question): Answer {
  const ways = waysOf(question);
  const vatFits: VatFits = new Map();
  const answer =
    firstOf(question, ways, vatFits, false) ??
    (question.mayRound ? firstOf(question, ways, vatFits, true) : undefined) ??
    nearestOf(question, ways, vatFits);
  return answer;
}

function firstOf(question: Question, ways: readonly Way[], vatFits: VatFits, mayRound: boolean): Answer | undefined {
  for (const way of ways) {
    if (!isPossible(question, way)) continue;
    const vatFit = fitOf(question, way, vatFits);
    if (vatFit?.fits !== true) continue;
    const answer = attempt(question, way, vatFit.by, mayRound);
    if (answer?.total.fits === true) return answer;
  }
  return undefined;
}

/** Where the VAT fits by some way, the total is to fit by one of those. Where it fits by none, that is said, and any will do. */
function nearestOf(question: Question, ways: readonly Way[], vatFits: VatFits): Answer {
  const possible = ways.filter((way) => isPossible(question, way) && fitOf(question, way, vatFits) !== undefined);
  const fitting = possible.filter(({ kind }) => vatFits.get(kind)?.fits === true);
  let best: Answer | undefined;
  for (const way of fitting.length > 0 ? fitting : possible) {
    const answer = attempt(question, way, vatFits.get(way.kind)?.by ?? 'none', question.mayRound);
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

/** How the total comes out by a way. */
function attempt(question: Question, way: Way, by: Reading['vat'], mayRound: boolean): Answer | undefined {
  const { vat } = question;
  if (vat !== undefined || way.kind === undefined) {
    const toAdd = way.isAdded ? (vat ?? 0n) : 0n;
    return answerOf(way, fitTotal(question, toAdd, toAdd, toAdd, mayRound), vat ?? 0n, by);
  }
  // No VAT was sent: that of the lines takes its place.
  let best: Answer | undefined;
  for (const { low, high, figure, by } of vatRanges(question, way.kind)) {
    const total = way.isAdded
      ? fitTotal(question, low, high, figure, mayRound)
      : fitTotal(question, 0n, 0n, 0n, mayRound);
    const answer = answerOf(way, total, way.isAdded ? total.vat : figure, by);
    if (total.fits) return answer;
    if (best === undefined || isBetter(question, answer, best)) best = answer;
  }
  return best;
}

const answerOf = (way: Way, total: TotalFit, vat: bigint, by: Reading['vat']): Answer => ({
  kind: way.kind,
  isAdded: way.isAdded,
  linesIncludeVat: way.linesIncludeVat,
  totalIncludesVat: way.totalIncludesVat,
  vat,
  by,
  total,
  expectedVat: undefined,
});

const anyVat: VatFit = { fits: true, by: 'none', expected: 0n };

function fitOf(question: Question, { kind }: Way, vatFits: VatFits): VatFit | undefined {
  if (question.vat === undefined || question.vat === 0n) return anyVat;
  if (!vatFits.has(kind))
    vatFits.set(
      kind,
      kind === undefined ? fitLaw(question, question.vat) : fitLines(vatRanges(question, kind), question.vat),
    );
  return vatFits.get(kind);
}

function fitLines(ranges: readonly VatRange[], vat: bigint): VatFit | undefined {
  let best: VatFit | undefined;
  for (const [at, range] of ranges.entries()) {
    const { low, high, figure, by } = range;
    if (isIn(vat, range))
      return { fits: true, by: by === 'line' && isIn(vat, ranges[at + 1]) ? 'either' : by, expected: vat };
    const bound = vat < low ? low : high;
    const expected = by === 'line' ? bound : figure;
    if (best === undefined || isNearer(vat, expected, best.expected)) best = { fits: false, by, expected };
  }
  return best;
}

const isIn = (vat: bigint, range: VatRange | undefined) => range !== undefined && vat >= range.low && vat <= range.high;

/** Where lines do not say their VAT, it is at least no more than the highest lawful rate of what is taxed. */
function fitLaw(question: Question, vat: bigint): VatFit {
  if (!question.isHighest) return anyVat;
  const most = (taxedBy(question, vat) * question.standard) / 100n;
  return {
    fits: absolute(vat) <= absolute(most) + slackOf(question),
    by: 'none',
    expected: round(most, question.precision),
  };
}
