import type { Invoice } from '../../../api/types.ts';
import { Severity } from '../../../shared/record/severity.tsx';
import { FindingWords } from './finding-words.tsx';
import styles from './findings.module.css';
import { openOf, type Finding } from './places.ts';

/** What looks wrong in a field, below its value. */
export function FindingsAt({ findings, document, path }: Pick<Invoice, 'findings' | 'document'> & { path: string }) {
  const here = openOf(findings).filter((finding) => finding.path === path);
  return here.map((finding) => <Beside key={finding.place} finding={finding} document={document} />);
}

export const Beside = ({ finding, document }: { finding: Finding } & Pick<Invoice, 'document'>) => (
  <div className={styles.beside}>
    <Severity severity={finding.severity} /> <FindingWords finding={finding} document={document} />
  </div>
);
