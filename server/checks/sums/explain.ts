import { absolute, type Decimal } from '../../../common/decimal.ts';
import type { CheckedInvoice } from '../invoice.ts';
import { found, type Found } from '../rule.ts';
import { entriesOf, type Entries } from './entries.ts';
import { figures } from './figures.ts';
import { freightOf } from './freight.ts';
import { addTo, readLines, toldOf, type Style } from './lines.ts';
import { precisionOf, type Precision } from './precision.ts';
import { questionOf, type Question } from './question.ts';
import { solve, type Answer } from './solve.ts';
import type { Sums } from './sums.ts';
import { sumsOf, unadded } from './told.ts';
import { usualSums } from './usual.ts';

export interface Explained {
  /** Undefined where there is nothing to add up. */
  sums: Sums | undefined;
  found: Found[];
}

/** Kept with the invoice, since whoever stores it asks after the rule has asked. A WeakMap would take as long as half of the explaining. */
const kept = Symbol('explained');
interface Kept {
  [kept]?: Explained;
}

/** How the sums of an invoice are read, and what in them fits no reading. */
export function explainSums(invoice: CheckedInvoice & Kept): Explained {
  if (invoice[kept] === undefined) {
    const sums = usualSums(invoice);
    if (sums !== undefined) return (invoice[kept] = { sums, found: [] });
    for (const steps = explainInSteps(invoice); invoice[kept] === undefined;) steps.next();
  }
  return invoice[kept];
}

/** The same with pauses, in which something else may be done: five thousand lines with thirty decimals take a quarter of a second. */
export function* explainInSteps(invoice: CheckedInvoice & Kept): Generator<void> {
  invoice[kept] ??= yield* explain(invoice);
}

function* explain(invoice: CheckedInvoice): Generator<void, Explained> {
  if (invoice.lines.length === 0 && invoice.totalPrice === undefined) return { sums: undefined, found: [] };
  const freight = freightOf(invoice.freight, invoice.currency);
  const precision = precisionOf(invoice, freight);
  const { style, faulty } = yield* readLines(invoice.lines, precision.minor);
  const { question, answer, entries } = yield* bestOf(invoice, freight, precision, style);
  const found = toldOf(invoice.lines, faulty, precision.minor, answer.linesIncludeVat);
  // What a line does not say may be what is missing: then a sum that fits is explained, and no other is a finding.
  const isInDoubt = entries.isOpen && !isRight(answer);
  if (entries.entries.length === 0 || isInDoubt) return { sums: unadded(invoice, precision), found };
  for (const reading of entries.computed) addTo(style, reading);
  found.push(...misses(question, answer, precision));
  return { sums: sumsOf(question, answer, entries, style, precision), found };
}

interface Solved {
  question: Question;
  answer: Answer;
  entries: Entries;
}

/** The first way to read lines without a total by which everything fits, or else the one that comes nearest to the total. */
function* bestOf(
  invoice: CheckedInvoice,
  freight: Decimal | undefined,
  precision: Precision,
  style: Style,
): Generator<void, Solved> {
  let best: Solved | undefined;
  for (const entries of entriesOf(invoice.lines, precision)) {
    yield;
    if (entries === undefined) continue;
    const question = questionOf(invoice, freight, precision, entries, style);
    const solved = { question, answer: solve(question), entries };
    if (isRight(solved.answer)) return solved;
    if (best === undefined || distanceOf(solved) < distanceOf(best)) best = solved;
  }
  return best as Solved;
}

const isRight = ({ total, expectedVat }: Answer) => total.fits && expectedVat === undefined;

const distanceOf = ({ question: { total = 0n, vat = 0n }, answer }: Solved) =>
  absolute(total - answer.total.expected) + absolute(vat - (answer.expectedVat ?? vat));

function misses({ total, vat }: Question, answer: Answer, precision: Precision): Found[] {
  const misses: Found[] = [];
  if (!answer.total.fits && total !== undefined)
    misses.push(found('sum.total', figures(total, answer.total.expected, precision), 'totalPrice'));
  if (answer.expectedVat !== undefined && vat !== undefined)
    misses.push(found('sum.vat', figures(vat, answer.expectedVat, precision), 'totalVat'));
  return misses;
}
