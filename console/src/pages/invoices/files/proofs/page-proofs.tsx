import { Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { Severity } from '../../../../shared/record/severity.tsx';
import { rulesText } from '../../../../text/rules.ts';
import { named, useText } from '../../../../text.ts';
import { FindingMark } from '../../findings/findings-at.tsx';
import { Marked } from '../find/marked.tsx';
import { useSearch } from '../find/search.tsx';
import { useIsOwnWindow } from '../own-window.ts';
import { documentText } from '../text.ts';
import { findProof } from './find-proof.ts';
import type { Proof } from './proof.ts';
import { useProofs, useProofsOfPage } from './proofs.tsx';
import styles from './proofs.module.css';

/** The findings that a page proves, above the page; each leads to its words. */
export function PageFindings({ page }: { page: number }) {
  const t = useText(documentText);
  const here = useProofsOfPage(page);
  const { asked } = useProofs();
  const head = useRef<HTMLDivElement>(null);
  const isAsked = here.some(({ finding }) => finding.place === asked?.finding.place);
  // A page without readable text has no mark; otherwise the mark takes the focus over as soon as the text is read.
  useEffect(() => {
    if (isAsked) focus(head.current, 'start');
  }, [asked, isAsked]);
  if (here.length === 0) return null;
  return (
    <div
      ref={head}
      className={styles.page}
      tabIndex={-1}
      role="group"
      aria-label={t.findingsOf(page)}
      data-findings-of={page}
    >
      <Text component="span" size="sm" c="dimmed">
        {t.page(page)}
      </Text>
      {here.map(({ finding }) => (
        <PageFinding key={finding.place} {...{ finding }} />
      ))}
    </div>
  );
}

function PageFinding({ finding }: Pick<Proof, 'finding'>) {
  const { names } = useText(rulesText);
  // A window with nothing but files has no list of findings to lead to.
  if (!useIsOwnWindow()) return <FindingMark finding={finding} />;
  return <Severity severity={finding.severity}>{named(names, finding.code)}</Severity>;
}

export function ProofMarks({ page }: { page: number }) {
  return useProofsOfPage(page).map((proof) => <ProofMark key={proof.finding.place} proof={proof} />);
}

function ProofMark({ proof }: { proof: Proof }) {
  const t = useText(documentText);
  const { names } = useText(rulesText);
  const { text } = useSearch();
  const { asked } = useProofs();
  const first = useRef<HTMLElement>(null);
  const matches = useMemo(() => findProof(text, proof), [text, proof]);
  const isAsked = asked?.finding.place === proof.finding.place && matches.length > 0;
  useEffect(() => {
    // The operator may have gone elsewhere meanwhile.
    const isWaiting = document.activeElement?.matches(`[data-findings-of="${proof.page}"]`) ?? false;
    if (isAsked && isWaiting) focus(first.current, 'center');
  }, [asked, isAsked, proof.page]);
  return matches.map((match, at) => (
    <Marked
      key={at}
      match={match}
      first={at === 0 ? first : undefined}
      severity={proof.finding.severity}
      isTarget={at === 0}
    >
      {at === 0 && <VisuallyHidden>{t.proof(named(names, proof.finding.code), proof.text)}</VisuallyHidden>}
    </Marked>
  ));
}

function focus(element: HTMLElement | null, block: ScrollLogicalPosition): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block, inline: 'center' });
}
