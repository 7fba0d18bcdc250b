import type { InvoiceDocument } from '../../../api/types.ts';
import { Said, useWords } from '../../../shared/page/said.tsx';
import { duplicateOf } from '../duplicates/alike.ts';
import { Evidence } from '../duplicates/evidence.tsx';
import { currencyOf } from '../known-fields.ts';
import type { Finding } from './places.ts';

/** The sentence of a finding, or its evidence for a duplicate. Unknown codes get the server's sentence. */
export function FindingWords({ finding, document }: { finding: Finding; document: InvoiceDocument }) {
  const words = useWords();
  const other = duplicateOf(finding);
  if (other !== undefined) return <Evidence findings={[finding]} other={other} />;
  // Findings of early versions have no parameters.
  const said = finding.parameters && words.notice(finding, currencyOf(document));
  return <Said words={said} english={finding.message} />;
}
