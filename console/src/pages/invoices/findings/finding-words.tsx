import type { InvoiceDocument } from '../../../api/types.ts';
import { Said, useWords } from '../../../shared/page/said.tsx';
import { duplicateOf } from '../duplicates/alike.ts';
import { Evidence } from '../duplicates/evidence.tsx';
import { currencyOf } from '../known-fields.ts';
import styles from './findings.module.css';
import type { Finding } from './places.ts';

/** The sentence of a finding, or its evidence for a duplicate. Unknown codes get the server's sentence. */
export function FindingWords({ finding, document }: { finding: Finding; document: InvoiceDocument }) {
  const words = useWords();
  const other = duplicateOf(finding);
  if (other !== undefined) return <Evidence findings={[finding]} other={other} />;
  // Findings of early versions have no parameters.
  const said = finding.parameters && words.notice(finding, currencyOf(document));
  return <Said words={said && <Unbroken text={said} />} english={finding.message} />;
}

/** Days, accounts and amounts with their currency. Splitting by a group keeps it: every second part is one of them. */
const figures = /(\d+(?:-\d+)+|[\d.,\u{A0}]+ [A-Z]{3}\b)/u;

const Unbroken = ({ text }: { text: string }) =>
  text.split(figures).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className={styles.unbroken}>
        {part}
      </span>
    ),
  );
