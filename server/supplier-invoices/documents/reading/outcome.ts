import type { DocumentPage } from '../../../checks/document/text.ts';

/** Reasons are stored; a later version of the reader may try such files again. */
export type ReadFailure = 'time' | 'memory' | 'password' | 'broken';

interface ReadText {
  /** Text that a person cannot see; left out if there is none. */
  unseen?: readonly DocumentPage[];
  /** The file has more pages or text than were read, or a page that cannot be read. */
  isCut: boolean;
}

export type ReadOutcome =
  | (ReadText & { outcome: 'read'; pages: readonly DocumentPage[] })
  /** No text that a person can see, such as a scanned sheet. */
  | (ReadText & { outcome: 'empty' })
  | { outcome: 'failed'; reason: ReadFailure };
