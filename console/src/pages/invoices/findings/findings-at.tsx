import type { ReactNode } from 'react';
import type { Invoice } from '../../../api/types.ts';
import { Severity } from '../../../shared/record/severity.tsx';
import { FindingWords } from './finding-words.tsx';
import styles from './findings.module.css';
import { openOf, targetOf, type Finding } from './places.ts';

export function FindingsAt({ findings, document, path }: Pick<Invoice, 'findings' | 'document'> & { path: string }) {
  const here = openOf(findings).filter((finding) => finding.path === path);
  return here.map((finding) => <FindingLine key={finding.place} finding={finding} document={document} />);
}

export const FindingLine = ({ finding, document }: { finding: Finding } & Pick<Invoice, 'document'>) => (
  <div className={styles.beside}>
    <Severity severity={finding.severity} /> <FindingWords finding={finding} document={document} />
  </div>
);

export const Target = ({ path, children }: { path: string; children: ReactNode }) => (
  <div id={targetOf(path)} tabIndex={-1} className={styles.target}>
    {children}
  </div>
);
