import { problemAt, type Problem } from '../../../common/errors/catalogue.ts';
import { codingKinds, type CodingRow } from '../../../common/coding.ts';
import { decimalOf, plain, unitsAt, type Decimal } from '../../../common/decimal.ts';
import { mayDo, type Role } from '../../../common/permissions.ts';
import { invoiceDecisions, type InvoiceState } from '../../decisions/invoices.ts';
import { obstacleOf, type Obstacle } from '../../decisions/table.ts';
import type { ObstacleCode } from '../../../common/errors/notices.ts';

/** The number of earlier codings that a proposal is made from. */
export const maxEarlier = 6;

/** A proposal that at least so many codings agree on, and none contradicts, is taken over by an approval. */
const minAgreeing = 3;

export interface EarlierCoding {
  /** Null if the coding was not one row for the whole invoice, so that it fits no other invoice. */
  row: CodingRow | null;
  /** Whether one of its codes is no longer active. */
  outdated: boolean;
}

/** How an invoice is coded; otherwise the latest codings of its supplier, the latest first. */
export interface CodingContext {
  rows: CodingRow[] | null;
  /** Only those of the invoice's project. */
  ofProject: EarlierCoding[];
  ofSupplier: EarlierCoding[];
}

export interface CodingProposal {
  rows: CodingRow[];
  /** So many of the codings that were looked at were this one. */
  same: number;
  of: number;
}

const keyOf = (row: CodingRow): string => JSON.stringify(codingKinds.map((kind) => row[kind]));

/** The most frequent of the latest codings, the later of two; those of the same project if there are any. */
export function proposalOf({ rows, ofProject, ofSupplier }: CodingContext): CodingProposal | undefined {
  if (rows !== null) return undefined;
  const earlier = ofProject.length > 0 ? ofProject : ofSupplier;
  let proposal: CodingProposal | undefined;
  for (const { row, outdated } of earlier) {
    if (row === null || outdated) continue;
    const same = earlier.filter((other) => other.row !== null && keyOf(other.row) === keyOf(row)).length;
    if (same > (proposal?.same ?? 0)) proposal = { rows: [row], same, of: earlier.length };
  }
  return proposal;
}

/** Whether an approval takes the proposal over, without anybody touching it. */
export const isTakenOver = ({ same, of }: CodingProposal): boolean => same === of && same >= minAgreeing;

/** The coding that an approval records. */
export interface ApprovedCoding {
  rows: CodingRow[];
  /** Present if the approval took it over. */
  proposed?: { same: number; of: number };
}

/** `context` is null in a company without lists. Undefined without a coding, which is missing if one is required. */
export function approvedCoding(context: CodingContext | null): ApprovedCoding | undefined {
  if (context === null) return undefined;
  if (context.rows !== null) return { rows: context.rows };
  const proposal = proposalOf(context);
  if (proposal === undefined || !isTakenOver(proposal)) return undefined;
  const { rows, same, of } = proposal;
  return { rows, proposed: { same, of } };
}

export const isCodingMissing = (context: CodingContext | null, required: boolean): boolean =>
  required && context !== null && approvedCoding(context) === undefined;

/** Booked, rejected and withdrawn invoices keep their coding. */
export function obstacleToCode(context: CodingContext | null, state: InvoiceState, role: Role): Obstacle | undefined {
  if (context === null) return obstacleOf('coding.unused');
  if (state !== 'received' && state !== 'held' && state !== 'approved')
    return obstacleOf(invoiceDecisions.obstacles[state] as ObstacleCode);
  return mayDo(role, 'edit') ? undefined : obstacleOf('role.refused');
}

/** What the rows of a coding must fit. */
export interface CodedInvoice {
  lines: number;
  /** A JSON number as it was sent; null without one. */
  total: string | null;
}

/** Either one row for the whole invoice, or one for each line, or several with amounts that add up to its total. */
export function problemsIn(rows: readonly CodingRow[], { lines, total }: CodedInvoice): Problem[] {
  const isByLine = rows.some(({ line }) => line !== undefined);
  const isSplit = !isByLine && (rows.length > 1 || rows[0]?.amount !== undefined);
  const first = new Map<number, number>();
  const problems = rows.flatMap((row, at) => {
    const { line, amount } = row;
    const path = `rows[${at}]`;
    if (codingKinds.every((kind) => row[kind] === undefined)) return [problemAt(`${path}.account`, 'field.required')];
    if (isSplit && amount === undefined) return [problemAt(`${path}.amount`, 'field.required')];
    if (!isByLine) return [];
    if (amount !== undefined) return [problemAt(`${path}.amount`, 'field.invalid')];
    if (line === undefined) return [problemAt(`${path}.line`, 'field.required')];
    if (line > lines) return [problemAt(`${path}.line`, 'number.range', { least: 1, most: lines })];
    const other = first.get(line);
    if (other !== undefined) return [problemAt(`${path}.line`, 'value.same', { other: `rows[${other}].line` })];
    first.set(line, at);
    return [];
  });
  if (problems.length > 0) return problems;
  if (isByLine && rows.length < lines) return [problemAt(`rows[${rows.length}].line`, 'field.required')];
  if (!isSplit) return [];
  const sum = sumOf(rows.map(({ amount = '0' }) => decimalOf(amount)));
  const isTotal = total !== null && plain(sum) === plain(decimalOf(total));
  return isTotal ? [] : [problemAt('rows', 'coding.sum', { sum: plain(sum), total: total ?? '' })];
}

function sumOf(amounts: readonly Decimal[]): Decimal {
  const scale = Math.max(...amounts.map((amount) => amount.scale));
  return { units: amounts.reduce((sum, amount) => sum + unitsAt(scale, amount), 0n), scale };
}
