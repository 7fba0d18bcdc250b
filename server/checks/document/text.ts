/** The text of one attached file. */
export interface DocumentText {
  attachmentId: string;
  fileName: string;
  /** The first page comes first. Empty if the file has no text, such as a scanned sheet, or could not be read. */
  pages: readonly DocumentPage[];
  /** The pages' text that a person cannot see, such as white text on white. */
  unseen?: readonly DocumentPage[];
  /** The file has more pages or text than were read, or a page that cannot be read. */
  isCut?: boolean;
  /** Why nothing of it could be read. */
  failure?: 'time' | 'memory' | 'password' | 'broken' | 'crash' | undefined;
}

/** Lines from top to bottom. Columns that are far apart in one line are separated by two spaces. */
export type DocumentPage = readonly string[];
