import type { FindingCode } from '../../../../common/errors/findings.ts';
import type { NoticeParameters } from '../../../../common/errors/notices.ts';

/** `amount` writes an exact amount in the reader's language, with the currency of the invoice. */
export type WriteAmount = (digits: string) => string;

/**
 * Findings in the words of a clerk; the sentences of the service are for developers. Days come as 2026-11-15, which is
 * how the console writes them in both languages.
 */
export type FindingSentences = {
  readonly [C in FindingCode]: (parameters: NoticeParameters<C>, amount: WriteAmount) => string;
};

// Written-out numbers; `difference` is sent minus expected.
export type Figures = { expected: string; sent: string; difference: string };
export type SentAndRecorded = { sent: string; recorded: string };
export type WrongNumber = { value: string; why: 'characters' | 'length' | 'digit' };
export type Likeness = 'number' | 'name' | 'organization';
/** The line of a file that proves a finding. */
export type Proof = { fileName: string; page: number; text: string };
