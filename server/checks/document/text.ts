/** The text of one attached file. */
export interface DocumentText {
  attachmentId: string;
  fileName: string;
  /** The first page comes first. */
  pages: readonly DocumentPage[];
}

/** Lines from top to bottom. Columns that are far apart in one line are separated by two spaces. */
export type DocumentPage = readonly string[];
