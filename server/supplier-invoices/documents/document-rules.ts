import { curableCodes } from '../../checks/document/compare.ts';
import type { Finding } from '../../checks/rule.ts';

const curable = [...curableCodes, 'document.unread'] as const;

export interface CurableFinding {
  code: (typeof curable)[number];
  parameters: Finding['parameters'];
}

/** A finding of the invoice, as far as these rules need it. */
export interface KnownFinding extends Finding {
  dismissed?: unknown;
}

/** An account is a finding of its own, and so is a file; of the other codes an invoice has one at most. */
const essenceOf = ({ code, parameters }: Finding): string => {
  if (code === 'document.account') return `${code} ${String(parameters.kind)} ${String(parameters.account)}`;
  const isOfFile = code === 'document.hidden' || code === 'document.unread';
  return isOfFile ? `${code} ${String(parameters.attachmentId)}` : code;
};

/** A finding that the invoice has, or that an operator has dismissed, is not repeated. */
export const newDocumentFindings = (found: readonly Finding[], stored: readonly KnownFinding[]): Finding[] => {
  const known = new Set(stored.map(essenceOf));
  return found.filter((one) => !known.has(essenceOf(one)));
};

export interface CuredFinding {
  code: string;
  /** Counted from 1. */
  place: number;
  fileName: string;
}

/**
 * Open findings about something missing that a file has now. A finding that holds the invoice stays: an operator
 * releases it.
 */
export const curedFindings = (
  stored: readonly KnownFinding[],
  fileOf: (finding: CurableFinding) => string | undefined,
): CuredFinding[] =>
  stored.flatMap(({ code: known, parameters, severity, dismissed }, at) => {
    const code = curable.find((one) => one === known);
    const fileName = code && severity !== 'hold' && dismissed === undefined ? fileOf({ code, parameters }) : undefined;
    return code === undefined || fileName === undefined ? [] : [{ code, place: at + 1, fileName }];
  });
