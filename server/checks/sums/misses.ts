import { rawFinding, type RawFinding } from '../rule.ts';

/** A sent amount that fits no reading. */
export interface Miss {
  figures: { expected: string; sent: string; difference: string };
  /** Rounded up. */
  offMinorUnits: bigint;
}

export interface LineMiss extends Miss {
  /** From 0. */
  at: number;
}

export interface Misses {
  lines: readonly LineMiss[];
  total?: Miss | undefined;
  vat?: Miss | undefined;
}

export function beyond({ lines, total, vat }: Misses, toleranceMinorUnits: number): Misses {
  const isBeyond = ({ offMinorUnits }: Miss) => offMinorUnits > BigInt(toleranceMinorUnits);
  return {
    lines: lines.filter(isBeyond),
    total: total && isBeyond(total) ? total : undefined,
    vat: vat && isBeyond(vat) ? vat : undefined,
  };
}

export function findingsOf({ lines, total, vat }: Misses): RawFinding[] {
  const findings = lineFindings(lines);
  if (total !== undefined) findings.push(rawFinding('sum.total', total.figures, 'totalPrice'));
  if (vat !== undefined) findings.push(rawFinding('sum.vat', vat.figures, 'totalVat'));
  return findings;
}

/** The last finding says how many more faulty lines there are. */
const maxLineFindings = 20;

const lineFindings = (misses: readonly LineMiss[]): RawFinding[] =>
  misses.slice(0, maxLineFindings).map(({ at, figures }, place) => {
    const isLast = place === maxLineFindings - 1 && misses.length > maxLineFindings;
    return rawFinding(
      'sum.line',
      { line: at + 1, ...figures, ...(isLast && { more: misses.length - maxLineFindings }) },
      `articles[${at}].totalPrice`,
    );
  });
