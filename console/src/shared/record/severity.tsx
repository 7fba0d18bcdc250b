import { Tooltip, VisuallyHidden } from '@mantine/core';
import { findingGrades } from '../../../../common/errors/findings.ts';
import { rulesText } from '../../text/rules.ts';
import { named, useText } from '../../text.ts';
import { Icon, type IconName } from '../page/icon.tsx';
import styles from './severity.module.css';

const icons: Record<string, IconName> = { info: 'info', warning: 'warning', hold: 'held', released: 'check' };

interface Graded {
  severity: string;
  released?: boolean | undefined;
}

/** A hold that somebody has released is no longer one. */
export const gradeOf = ({ severity, released = false }: Graded): string => (released ? 'released' : severity);

const gravity = (finding: Graded) => (findingGrades as readonly string[]).indexOf(gradeOf(finding));

export const gravestFirst = <Finding extends Graded>(findings: readonly Finding[]): Finding[] =>
  [...findings].sort((a, b) => gravity(b) - gravity(a));

interface SeverityProps {
  severity: string;
  children?: string | undefined;
  /** Only for a mark whose words are elsewhere on the page. */
  iconOnly?: boolean;
}

/** Shows icon, colour and word, so that no reader depends on only one of them. */
export function Severity({ severity, children, iconOnly = false }: SeverityProps) {
  const t = useText(rulesText);
  const words = children ?? named(t.severities, severity);
  return (
    <span className={styles.severity} data-severity={severity}>
      <Icon name={icons[severity] ?? 'warning'} size={16} />
      {iconOnly ? <VisuallyHidden>{words}</VisuallyHidden> : <strong>{words}</strong>}
    </span>
  );
}

interface MarkProps {
  gravest: string;
  /** Shown instead of the words if there is little room. */
  short?: string | undefined;
  children: string;
}

export function FindingsMark({ gravest, short, children }: MarkProps) {
  const t = useText(rulesText);
  const word = named(t.severities, gravest);
  return (
    <Tooltip label={t.gravest(word)}>
      <span tabIndex={0} className={styles.severity} data-severity={gravest}>
        <Icon name={icons[gravest] ?? 'warning'} size={15} />
        {short === undefined ? children : <span aria-hidden>{short}</span>}
        <VisuallyHidden>
          {short === undefined ? '' : `${children} `}
          {t.gravest(word)}
        </VisuallyHidden>
      </span>
    </Tooltip>
  );
}
