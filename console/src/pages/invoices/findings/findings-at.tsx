import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { gradeOf, gravestFirst, Severity } from '../../../shared/record/severity.tsx';
import { rulesText } from '../../../text/rules.ts';
import { named, useText } from '../../../text.ts';
import { invoicesText } from '../text.ts';
import styles from './findings.module.css';
import { boxOf, itemOf, openOf, reveal, targetOf, type Finding } from './places.ts';

/** The open findings about a field by name. Their sentences are in the list of findings, where a click leads. */
export function FindingsAt({ findings, path }: { findings: readonly Finding[]; path: string }) {
  const here = openOf(findings).filter((finding) => finding.path === path);
  return here.map((finding) => <FindingMark key={finding.place} finding={finding} />);
}

interface MarkProps {
  finding: Finding;
  isSmall?: boolean;
}

export function FindingMark({ finding, isSmall = false }: MarkProps) {
  const { code, place } = finding;
  const grade = gradeOf(finding);
  const name = named(useText(rulesText).names, code);
  return (
    <UnstyledButton
      className={styles.mark}
      title={name}
      onClick={() => reveal(itemOf(place), boxOf(grade), boxOf('warning'))}
    >
      <Severity severity={grade} iconOnly={isSmall}>
        {name}
      </Severity>
    </UnstyledButton>
  );
}

/** Leads to the findings on a narrow screen, where the file is above them. */
export function FindingsCount({ findings }: { findings: readonly Finding[] }) {
  const { findingsCount } = useText(invoicesText);
  const [gravest, ...others] = gravestFirst(openOf(findings));
  if (gravest === undefined) return null;
  return (
    <UnstyledButton className={styles.count} onClick={() => reveal(itemOf(gravest.place))}>
      <Severity severity={gradeOf(gravest)}>{findingsCount(others.length + 1)}</Severity>
    </UnstyledButton>
  );
}

export const Target = ({ path, children }: { path: string; children: ReactNode }) => (
  <div id={targetOf(path)} tabIndex={-1} className={styles.target}>
    {children}
  </div>
);
