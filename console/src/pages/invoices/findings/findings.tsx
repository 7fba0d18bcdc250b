import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { Icon } from '../../../shared/page/icon.tsx';
import { gravestFirst, Severity } from '../../../shared/record/severity.tsx';
import { findingsText } from './text.ts';
import { invoicesText } from '../text.ts';
import { rulesText } from '../../../text/rules.ts';
import { named, useText } from '../../../text.ts';
import { Dismiss } from './dismiss.tsx';
import { FindingWords } from './finding-words.tsx';
import styles from './findings.module.css';
import { isPlaced, lineOf, openOf, targetOf, type Finding } from './places.ts';

/** The findings of many faulty lines would push the fields off the screen. */
const shownAtFirst = 6;

/** The gravest findings come first. A finding whose field is on the page links to it; any other is explained here. */
export function Findings({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(findingsText);
  const { findingsCount, showAll } = useText(invoicesText);
  const [all, setAll] = useState(false);
  const isHeld = invoice.state === 'held';
  const open = gravestFirst(openOf(invoice.findings));
  const dismissed = invoice.findings.filter((finding) => finding.dismissed !== undefined);
  if (invoice.findings.length === 0 && !isHeld) return null;
  const shown = all || open.length <= shownAtFirst + 2 ? open : open.slice(0, shownAtFirst);
  const count = findingsCount(open.length);
  return (
    <Alert
      color={isHeld ? 'red' : open.length > 0 ? 'orange' : 'gray'}
      variant="outline"
      icon={<Icon name={isHeld ? 'held' : open.length > 0 ? 'warning' : 'check'} />}
      title={isHeld ? `${t.heldTitle} · ${count}` : count}
      bg="var(--door-surface)"
    >
      {isHeld && (
        <Text size="sm" mb="sm">
          {t.heldAbout}
        </Text>
      )}
      <ul className={styles.list} aria-label={count}>
        {shown.map((finding) => (
          <Item key={finding.place} finding={finding} invoice={invoice} path={path} />
        ))}
      </ul>
      {shown.length < open.length && (
        <Button mt="sm" size="compact-sm" variant="default" onClick={() => setAll(true)}>
          {showAll(open.length)}
        </Button>
      )}
      {dismissed.length > 0 && <Dismissed findings={dismissed} document={invoice.document} />}
    </Alert>
  );
}

function Item({ finding, invoice, path }: { finding: Finding; invoice: Invoice; path: InvoicePath }) {
  const t = useText(rulesText);
  const isHeld = invoice.state === 'held';
  const placed = isPlaced(invoice.document, finding) ? finding.path : undefined;
  const isDuplicate = finding.code.startsWith('duplicate.');
  const holds = finding.severity === 'hold';
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <div className={styles.head}>
          <Severity severity={finding.severity}>{holds && !isHeld ? t.released : undefined}</Severity>
          <span>{named(t.names, finding.code)}</span>
          {placed !== undefined && <Jump path={placed} />}
        </div>
        {(placed === undefined || isDuplicate) && <FindingWords finding={finding} document={invoice.document} />}
      </div>
      {/* A hold is answered by releasing the invoice. */}
      {!(holds && isHeld) && <Dismiss finding={finding} path={path} />}
    </li>
  );
}

function Dismissed({ findings, document }: Pick<Invoice, 'findings' | 'document'>) {
  const t = useText(findingsText);
  const { names } = useText(rulesText);
  const format = useFormat();
  return (
    <details className={styles.folded}>
      <summary>{t.dismissedCount(findings.length)}</summary>
      <ul className={styles.list}>
        {findings.map((finding) => (
          <li key={finding.place} className={styles.item}>
            <div className={styles.text}>
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

function Jump({ path }: { path: string }) {
  const t = useText(findingsText);
  const jump = () => {
    const target = document.getElementById(targetOf(path));
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'center' });
  };
  return (
    <Anchor component="button" type="button" size="sm" onClick={jump}>
      {t.shownAt(useFieldName(path))} <Icon name="down" size={13} />
    </Anchor>
  );
}

function useFieldName(path: string): string {
  const t = useText(findingsText);
  const { fields, sumFields } = useText(invoicesText);
  const line = lineOf(path);
  return line === undefined ? named({ ...fields, ...sumFields }, path) : t.line(line.at + 1);
}
