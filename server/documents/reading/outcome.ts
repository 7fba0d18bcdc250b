import type { DocumentPage } from '../../checks/document/text.ts';

/** Reasons are stored; a later version of the reader may try such files again. */
export type ReadFailure = 'time' | 'memory' | 'password' | 'broken';

export type ReadOutcome =
  | { outcome: 'read'; pages: readonly DocumentPage[]; isCut: boolean }
  /** No text at all, such as a scanned sheet. */
  | { outcome: 'empty' }
  | { outcome: 'failed'; reason: ReadFailure };
