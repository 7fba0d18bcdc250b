import type { Finding } from '../../findings/places.ts';

/** The text in a file that proves a finding. */
export interface Proof {
  finding: Finding;
  /** Id of the file. */
  file: string;
  fileName: string;
  /** Number of the page, from 1. */
  page: number;
  text: string;
  /** The part of the text that matters, if the finding names it. */
  value: string | undefined;
}

export function proofOf(finding: Finding): Proof | undefined {
  const { attachmentId: file, fileName, page, text, account } = finding.parameters ?? {};
  if (typeof file !== 'string' || typeof fileName !== 'string' || typeof page !== 'number' || typeof text !== 'string')
    return undefined;
  return { finding, file, fileName, page, text, value: typeof account === 'string' ? account : undefined };
}
