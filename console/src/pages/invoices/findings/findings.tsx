import { Alert, Anchor, Button, Code, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { Icon } from '../../../shared/page/icon.tsx';
import { gradeOf, gravestFirst, Severity } from '../../../shared/record/severity.tsx';
import { findingsText } from './text.ts';
import { invoicesText } from '../text.ts';
import { common } from '../../../text/common.ts';
import { rulesText } from '../../../text/rules.ts';
import { named, useText } from '../../../text.ts';
import { proofOf } from '../files/proofs/proof.ts';
import { useProofs } from '../files/proofs/proofs.tsx';
import { duplicateOf } from '../duplicates/alike.ts';
import { Dismiss } from './dismiss.tsx';
import { FindingWords } from './finding-words.tsx';
import styles from './findings.module.css';
import { boxOf, isPlaced, itemOf, lineOf, openOf, reveal, targetOf, warningsOf, type Finding } from './places.ts';

/** The findings of many faulty lines would push the fields off the screen. */
const shownAtFirst = 6;

interface Props {
  invoice: Invoice;
  path: InvoicePath;
}

/** Duplicates have a panel of their own. Each finding is explained once; its field, if it is on the page, has a mark. */
const listed = ({ findings }: Invoice): Finding[] =>
  openOf(findings).filter((finding) => duplicateOf(finding) === undefined);

const isHold = (finding: Finding): boolean => gradeOf(finding) === 'hold';

/** Why nobody can approve the invoice now. */
export function Holds({ invoice, path }: Props) {
  const t = useText(findingsText);
  if (invoice.state !== 'held') return null;
  return (
    <Alert {...boxProps('hold')} color="red" icon={<Icon name="held" />} title={t.heldTitle}>
      <Text size="sm">{t.heldAbout}</Text>
      <FindingList findings={listed(invoice).filter(isHold)} invoice={invoice} path={path} />
    </Alert>
  );
}

/** Warnings, and holds that are released. */
export function Warnings({ invoice, path }: Props) {
  const { findingsCount } = useText(invoicesText);
  const warnings = gravestFirst(warningsOf(listed(invoice))).filter(
    (finding) => invoice.state !== 'held' || !isHold(finding),
  );
  if (warnings.length === 0) return null;
  const isCalm = warnings.every((finding) => gradeOf(finding) === 'released');
  return (
    <Alert
      {...boxProps('warning')}
      data-calm={isCalm || undefined}
      color={isCalm ? 'gray' : 'orange'}
      icon={<Icon name={isCalm ? 'check' : 'warning'} />}
      title={findingsCount(warnings.length)}
    >
      <FindingList findings={warnings} invoice={invoice} path={path} />
    </Alert>
  );
}

/** Findings that ask for nothing: notes, dismissed ones, and the words that the partner's developers know. */
export function QuietFindings({ invoice, path }: Props) {
  const t = useText(findingsText);
  const all = listed(invoice);
  const notes = all.filter(({ severity }) => severity === 'info');
  const dismissed = invoice.findings.filter((finding) => finding.dismissed !== undefined);
  if (all.length + dismissed.length === 0) return null;
  return (
    <section id={boxOf('info')} tabIndex={-1} className={styles.quiet} aria-label={t.quiet}>
      <FindingList findings={notes} invoice={invoice} path={path} />
      <div className={styles.foot}>
        {dismissed.length > 0 && <Dismissed findings={dismissed} document={invoice.document} />}
        <Technical findings={[...gravestFirst(all), ...dismissed]} />
      </div>
    </section>
  );
}

const boxProps = (severity: string) => ({
  id: boxOf(severity),
  tabIndex: -1,
  variant: 'outline',
  bg: 'var(--door-surface)',
  'data-severity': severity,
  classNames: { root: styles.box, wrapper: styles.wrapper, body: styles.body, icon: styles.icon },
});

function FindingList({ findings, invoice, path }: Props & { findings: readonly Finding[] }) {
  const { findingsCount, showAll } = useText(invoicesText);
  const [all, setAll] = useState(false);
  if (findings.length === 0) return null;
  const shown = all || findings.length <= shownAtFirst + 2 ? findings : findings.slice(0, shownAtFirst);
  return (
    <>
      <ul className={styles.list} aria-label={findingsCount(findings.length)}>
        {shown.map((finding) => (
          <Item key={finding.place} finding={finding} invoice={invoice} path={path} />
        ))}
      </ul>
      {shown.length < findings.length && (
        <Button mt={6} size="compact-sm" variant="default" onClick={() => setAll(true)}>
          {showAll(findings.length)}
        </Button>
      )}
    </>
  );
}

function Item({ finding, invoice, path }: Props & { finding: Finding }) {
  const t = useText(rulesText);
  const grade = gradeOf(finding);
  return (
    <li id={itemOf(finding.place)} tabIndex={-1} className={styles.item}>
      <div className={styles.text}>
        <Severity severity={grade} iconOnly={finding.severity !== 'hold'} />{' '}
        <strong>{named(t.names, finding.code)}</strong> <FindingWords finding={finding} document={invoice.document} />{' '}
        {finding.path !== undefined && isPlaced(invoice.document, finding) && <Jump path={finding.path} />}{' '}
        <ToProof finding={finding} files={invoice.files} />
      </div>
      {/* A hold is answered by releasing the invoice. */}
      {!(grade === 'hold' && invoice.state === 'held') && <Dismiss finding={finding} path={path} />}
    </li>
  );
}

/** Code, field and sentence as the partner's developers know them. */
export function Technical({ findings }: Pick<Invoice, 'findings'>) {
  const t = useText(findingsText);
  return (
    <details className={styles.folded}>
      <summary>{t.technical}</summary>
      <ul className={styles.list} lang="en">
        {findings.map(({ place, code, path, message }) => (
          <li key={place} className={styles.text}>
            <Code>{code}</Code> {path !== undefined && <Code>{path}</Code>} {message}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Dismissed({ findings, document }: Pick<Invoice, 'findings' | 'document'>) {
  const t = useText(findingsText);
  const { names } = useText(rulesText);
  const { nobodys } = useText(common);
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
                  {t.dismissedBy(named(nobodys, finding.dismissed.by.name), format.dateTime(finding.dismissed.at))}{' '}
                  {finding.dismissed.by.id === undefined
                    ? t.isInFile(finding.dismissed.reason)
                    : finding.dismissed.reason}
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
  const name = useFieldName(path);
  return (
    <JumpButton label={t.shownAt(name)} onClick={() => reveal(targetOf(path))}>
      {name} <Icon name="down" size={13} />
    </JumpButton>
  );
}

function ToProof({ finding, files }: { finding: Finding; files: Invoice['files'] }) {
  const t = useText(findingsText);
  const { ask } = useProofs();
  const proof = proofOf(finding);
  if (proof === undefined || !files.some(({ id }) => id === proof.file)) return null;
  return (
    <JumpButton label={t.inFileAt(proof.fileName, proof.page)} onClick={() => ask(proof)}>
      {t.inFile} <Icon name="search" size={13} />
    </JumpButton>
  );
}

function JumpButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Anchor component="button" type="button" size="sm" className={styles.jump} aria-label={label} onClick={onClick}>
      {children}
    </Anchor>
  );
}

function useFieldName(path: string): string {
  const t = useText(findingsText);
  const { fields, sumFields } = useText(invoicesText);
  const line = lineOf(path);
  return line === undefined ? named({ ...fields, ...sumFields }, path) : t.line(line.at + 1);
}
