import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { Icon } from '../../../shared/page/icon.tsx';
import { gravestFirst, Severity } from '../../../shared/record/severity.tsx';
import { findingsText } from '../../../text/findings.ts';
import { invoicesText } from '../../../text/invoices.ts';
import { rulesText } from '../../../text/rules.ts';
import { named, useText } from '../../../text.ts';
import { Dismiss } from './dismiss.tsx';
import { Dismissed } from './dismissed.tsx';
import { FindingWords } from './finding-words.tsx';
import styles from './findings.module.css';
import { Jump } from './jump.tsx';
import { isPlaced, openOf, type Finding } from './places.ts';

/** An invoice with many faulty lines would push its own fields off the screen. */
const shownAtFirst = 6;

/** What looks wrong, the gravest first, each with the way to its field. What has no field is told here. */
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
      <div className={styles.told}>
        <div className={styles.head}>
          <Severity severity={finding.severity}>{holds && !isHeld ? t.released : undefined}</Severity>
          <span>{named(t.names, finding.code)}</span>
          {placed !== undefined && <Jump path={placed} />}
        </div>
        {(placed === undefined || isDuplicate) && <FindingWords finding={finding} document={invoice.document} />}
      </div>
      {/* What holds the invoice is answered by releasing it. */}
      {!(holds && isHeld) && <Dismiss finding={finding} path={path} />}
    </li>
  );
}
