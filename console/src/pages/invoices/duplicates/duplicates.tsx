import { Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { change, read } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';
import { DecisionButton, ObstacleModal } from '../../../decisions/decision.tsx';
import { useDecide } from '../../../decisions/use-decide.ts';
import { Failure } from '../../../shared/page/failure.tsx';
import { KeyHint } from '../../../shared/page/key-hint.tsx';
import { useKeys } from '../../../shared/page/keys.ts';
import { Panel } from '../../../shared/record/panel.tsx';
import { gravestFirst, Severity } from '../../../shared/record/severity.tsx';
import { useText } from '../../../text.ts';
import { useAfterDecision } from '../decide/decisions.tsx';
import { useInvoiceNavigation, useInvoiceQueue } from '../decide/use-navigation.ts';
import { useStopWhenDecided } from '../../../decisions/use-stop-when-decided.ts';
import { Technical } from '../findings/findings.tsx';
import { itemOf, openOf } from '../findings/places.ts';
import { invoicesText } from '../text.ts';
import { duplicateOf } from './alike.ts';
import { Compared } from './compared.tsx';
import styles from './duplicates.module.css';
import { Evidence, useNumberOf } from './evidence.tsx';
import { duplicatesText } from './text.ts';

interface Props {
  invoice: Invoice;
  path: InvoicePath;
}

type Duplicate = Invoice['duplicates'][number];

/** Each invoice of which this one may be a duplicate, beside it, with the decisions about the two. */
export function Duplicates({ invoice, path }: Props) {
  const t = useText(duplicatesText);
  const open = openOf(invoice.findings);
  const others = invoice.duplicates.filter(({ id }) => open.some((finding) => duplicateOf(finding) === id));
  if (others.length === 0) return null;
  return (
    <Panel title={t.title} dense className={styles.framed}>
      {others.map((other, at) => (
        <DuplicateOf key={other.id} invoice={invoice} path={path} other={other} isFirst={at === 0} />
      ))}
    </Panel>
  );
}

function DuplicateOf({ invoice, path, other, isFirst }: Props & { other: Duplicate; isFirst: boolean }) {
  const about = gravestFirst(openOf(invoice.findings).filter((finding) => duplicateOf(finding) === other.id));
  const otherPath = useCompanyPath()(`/invoices/${encodeURIComponent(other.id)}`);
  const { data, error, refetch } = useQuery({
    queryKey: ['record', otherPath],
    queryFn: ({ signal }) => read(otherPath, { signal }),
  });
  return (
    <div className={styles.duplicate} data-duplicates>
      <div className={styles.head}>
        <span className={styles.sentence}>
          {/* The marks at the fields lead here. */}
          {about.map(({ place }) => (
            <span key={place} id={itemOf(place)} tabIndex={-1} />
          ))}
          <Severity severity={about[0]?.severity ?? 'warning'} /> <Evidence findings={about} other={other.id} />
        </span>
        <Decisions invoice={invoice} path={path} other={other} isFirst={isFirst} />
      </div>
      {data !== undefined ? (
        <Compared own={invoice} other={data} />
      ) : error === null ? (
        <Skeleton height={340} />
      ) : (
        <Failure error={error} retry={() => void refetch()} />
      )}
      <Technical findings={about} />
    </div>
  );
}

/** The keys belong to the first duplicate. */
function Decisions({ invoice, path, other, isFirst }: Props & { other: Duplicate; isFirst: boolean }) {
  const t = useText(duplicatesText);
  const { rejectAbout } = useText(invoicesText);
  const number = useNumberOf(other.id);
  const queue = useInvoiceQueue(invoice.id);
  const navigation = useInvoiceNavigation(invoice.id, queue);
  const decide = useDecide<Invoice>(path);
  const rejected = useAfterDecision(invoice, path, navigation);
  const buttons = useRef<HTMLDivElement>(null);
  const { reject } = invoice.actions;
  useStopWhenDecided({ ...invoice, actions: { reject, dismiss: other.dismiss } }, decide);
  useKeys(
    isFirst
      ? {
          n: () => decide.attempt(other.dismiss, () => decide.ask('dismiss')),
          d: () => decide.attempt(reject, () => decide.ask('reject')),
        }
      : {},
  );
  return (
    <Group gap="xs" ref={buttons}>
      <KeyHint target={buttons} text={decide.hint} />
      <DecisionButton
        isSmall
        needsReason
        decide={decide}
        decision={{
          name: 'dismiss',
          action: other.dismiss,
          send: (reason) => change('POST', `${path}/duplicates/${encodeURIComponent(other.id)}/dismiss`, { reason }),
          done: t.isNotDuplicate,
        }}
        label={t.notDuplicate}
        about={t.notDuplicateAbout(number)}
        reason={t.notDuplicateReason(number)}
        shortcut={isFirst ? 'N' : undefined}
      />
      <DecisionButton
        kind="against"
        isSmall
        decide={decide}
        decision={{
          name: 'reject',
          action: reject,
          send: (reason) => change('POST', `${path}/reject`, { reason }),
          done: rejected,
        }}
        label={t.reject}
        about={rejectAbout(invoice.partner, invoice.sentToPartner.includes('supplierinvoice.rejected'))}
        reason={t.rejectReason(number)}
        shortcut={isFirst ? 'D' : undefined}
      />
      <ObstacleModal decide={decide} onNext={queue.enabled ? () => void navigation.toNext() : undefined} />
    </Group>
  );
}
