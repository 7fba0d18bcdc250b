import type { FindingCount } from '../../api/types.ts';

export interface PartnerRow {
  partner: string;
  counts: Record<string, number>;
}

/** Partners down, findings across. Whoever and whatever there is most of comes first. */
export function byPartner(findings: readonly FindingCount[]): { codes: string[]; rows: PartnerRow[]; most: number } {
  const ofCode = new Map<string, number>();
  const ofPartner = new Map<string, { total: number; counts: Record<string, number> }>();
  for (const { partner, code, count } of findings) {
    ofCode.set(code, (ofCode.get(code) ?? 0) + count);
    const { total, counts } = ofPartner.get(partner) ?? { total: 0, counts: {} };
    ofPartner.set(partner, { total: total + count, counts: { ...counts, [code]: count } });
  }
  return {
    codes: [...ofCode].sort(([a, n], [b, m]) => m - n || a.localeCompare(b)).map(([code]) => code),
    rows: [...ofPartner]
      .sort(([a, n], [b, m]) => m.total - n.total || a.localeCompare(b))
      .map(([partner, { counts }]) => ({ partner, counts })),
    most: Math.max(0, ...findings.map(({ count }) => count)),
  };
}
