import { rawFinding, type RawFinding } from '../rule.ts';
import { accountsIn } from './accounts.ts';
import { giroLabelsIn } from './giro-labels.ts';
import { linesOf, proofOf, type DocumentLine } from './lines.ts';
import type { DocumentText } from './text.ts';

const accountWords = /iban|konto|account|clearing|tilinumero|bankleitzahl/;

/**
 * Text that a person cannot see is no part of an invoice. A finding for each file whose unseen text names an account, or
 * has the words around one.
 */
export const unseenAccounts = (
  files: readonly DocumentText[],
  isKnownAccount: (lines: readonly DocumentLine[]) => DocumentLine | undefined,
): RawFinding[] =>
  files.flatMap((file) => {
    const { lines, cut } = linesOf([file], ({ unseen = [] }) => unseen);
    if (lines.length === 0) return [];
    const account = accountsIn(lines)[0]?.line ?? isKnownAccount(lines);
    if (account !== undefined || cut.length > 0)
      return [rawFinding('document.hidden', proofOf(account ?? (lines[0] as DocumentLine)))];
    const words = lines.find(({ cells }) =>
      cells.some((cell) => giroLabelsIn(cell).length > 0 || accountWords.test(cell)),
    );
    return words === undefined ? [] : [{ ...rawFinding('document.hidden', proofOf(words)), usual: 'warning' }];
  });
