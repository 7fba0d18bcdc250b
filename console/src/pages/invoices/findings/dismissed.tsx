import { Text } from '@mantine/core';
import type { Invoice } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { findingsText } from '../../../text/findings.ts';
import { rulesText } from '../../../text/rules.ts';
import { named, useText } from '../../../text.ts';
import { FindingWords } from './finding-words.tsx';
import styles from './findings.module.css';

/** What was dismissed: folded away, with who did it, when and why. */
export function Dismissed({ findings, document }: Pick<Invoice, 'findings' | 'document'>) {
  const t = useText(findingsText);
  const { names } = useText(rulesText);
  const format = useFormat();
  return (
    <details className={styles.folded}>
      <summary>{t.dismissedCount(findings.length)}</summary>
      <ul className={styles.list}>
        {findings.map((finding) => (
          <li key={finding.place} className={styles.item}>
            <div className={styles.told}>
              <strong>{named(names, finding.code)}</strong>
              <div>
                <FindingWords finding={finding} document={document} />
              </div>
              {finding.dismissed !== undefined && (
                <Text size="sm" c="dimmed">
                  {t.dismissedBy(finding.dismissed.by.name, format.dateTime(finding.dismissed.at))}{' '}
                  {finding.dismissed.reason}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
