import type { Question } from './question.ts';
import type { Reading } from './sums.ts';
import { fitTotal, isNearer, type TotalFit } from './total.ts';
import { fitVat, mayInclude, type VatFits } from './vat-fit.ts';
import { vatRanges, type VatKind } from './vat.ts';

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

/** The first way by which both VAT and total fit or, where there is none, the one that comes nearest. */
export function solve(question: Question): Answer {
  const ways = waysOf(question);
  const vatFits: VatFits = new Map();
  return (
    firstOf(question, ways, vatFits, false) ??
    (question.mayRound ? firstOf(question, ways, vatFits, true) : undefined) ??
    nearestOf(question, ways, vatFits)
  );
}

function firstOf(question: Question, ways: readonly Way[], vatFits: VatFits, mayRound: boolean): Answer | undefined {
  for (const way of ways) {
    if (!isPossible(question, way)) continue;
    const vatFit = fitVat(question, way.kind, vatFits);
    if (vatFit?.fits !== true) continue;
    const answer = attempt(question, way, vatFit.by, mayRound);
    if (answer?.total.fits === true) return answer;
  }
  return undefined;
}

/** Where the VAT fits by some way, the total is to fit by one of those. Where it fits by none, that is said, and any will do. */
function nearestOf(question: Question, ways: readonly Way[], vatFits: VatFits): Answer {
  const possible = ways.filter((way) => isPossible(question, way) && fitVat(question, way.kind, vatFits) !== undefined);
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
