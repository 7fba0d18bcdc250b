import { ActionIcon, Group, Text, Title, Tooltip } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { undoLast } from '../../../decisions/undo.tsx';
import { useDecide } from '../../../decisions/use-decide.ts';
import { useCompanyPath } from '../../../company.ts';
import { useFormat } from '../../../format.ts';
import { Failure } from '../../../shared/page/failure.tsx';
import { Icon } from '../../../shared/page/icon.tsx';
import { Link } from '../../../shared/page/link.tsx';
import { useKeys } from '../../../shared/page/keys.ts';
import { StateBadge } from '../../../shared/record/state-badge.tsx';
import { decideText } from '../../../decisions/text.ts';
import { invoicesText } from '../text.ts';
import { useText } from '../../../text.ts';
import { numberOf } from '../known-fields.ts';
import { NextDocument } from '../files/sheets/ahead.tsx';
import { FindingsCount } from '../findings/findings-at.tsx';
import { Facts } from '../layout/facts.tsx';
import { QuestionMark } from '../questions/question-mark.tsx';
import styles from './bar.module.css';
import { CreditLinks, CreditMark } from './credit.tsx';
import { Decisions } from './decisions.tsx';
import { EarlierWords } from './earlier-words.tsx';
import { useQueue, type Queue } from './queue.ts';
import { DecisionReason } from './reason.tsx';
import { useInvoiceNavigation, type InvoiceNavigation } from './use-navigation.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

interface Props {
  invoice: Invoice;
  path: InvoicePath;
}

export function DecisionBar({ invoice, path }: Props) {
  const t = useText(decideText);
  const i = useText(invoicesText);
  const { document: sent, supplier } = invoice;
  const { companyId } = route.useParams();
  const title = i.invoice(numberOf(sent));
  const queue = useQueue(invoice.id);
  const companyPath = useCompanyPath();
  const navigation = useInvoiceNavigation(invoice.id, queue);
  const decide = useDecide<Invoice>(path);
  const positionId = useId();
  const reasonId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Doorway`;
  }, [title]);
  // Screen readers begin with the heading, and the page's keys work at once.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useKeys({
    j: () => navigation.to(queue.next),
    k: () => navigation.to(queue.previous),
    escape: navigation.toList,
    z: undoLast,
  });
  return (
    <div className={styles.bar}>
      <div className={styles.head}>
        <Group gap="xs" wrap="nowrap" className={styles.way}>
          <Tooltip label={`${t.toList} (Esc)`}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.toList}
              aria-keyshortcuts="Escape"
              onClick={navigation.toList}
            >
              <Icon name="back" size={18} />
            </ActionIcon>
          </Tooltip>
          {queue.enabled && <Position queue={queue} navigation={navigation} id={positionId} />}
        </Group>
        <div className={styles.what}>
          <Title ref={heading} order={1} size="h3" tabIndex={-1} aria-describedby={positionId} className={styles.title}>
            {title}
          </Title>
          <StateBadge state={invoice.state} isSigned={invoice.signed !== null} size="lg" />
          <QuestionMark question={invoice.question} />
          <CreditMark document={sent} />
          <FindingsCount findings={invoice.findings} />
          <Link
            to="/companies/$companyId/suppliers/$number"
            params={{ companyId, number: supplier.number }}
            fw={600}
            className={styles.supplier}
          >
            {supplier.name}
          </Link>
        </div>
        <Group gap="xs" className={styles.actions} role="group" aria-label={t.decisions}>
          <Decisions {...{ invoice, path, queue, navigation, decide, reasonId }} />
        </Group>
        <DecisionReason invoice={invoice} id={reasonId} />
      </div>
      <Facts invoice={invoice} />
      <div className={styles.words}>
        <EarlierWords invoice={invoice} />
      </div>
      <CreditLinks invoice={invoice} />
      {queue.ahead !== undefined && <NextDocument path={companyPath(`/invoices/${encodeURIComponent(queue.ahead)}`)} />}
      {decide.error !== null && decide.asking === undefined && <Failure error={decide.error} tried="decided" />}
    </div>
  );
}

interface PositionProps {
  queue: Queue;
  navigation: InvoiceNavigation;
  id: string;
}

function Position({ queue: { position, total, previous, next }, navigation, id }: PositionProps) {
  const t = useText(decideText);
  const format = useFormat();
  const steps = [
    { label: t.previous, key: 'K', icon: 'up', to: previous },
    { label: t.next, key: 'J', icon: 'down', to: next },
  ] as const;
  const count = total === undefined ? '…' : format.number(Math.max(total.count, position ?? 0));
  return (
    <Group gap={6} wrap="nowrap">
      {steps.map(({ label, key, icon, to }) => (
        <Tooltip key={key} label={`${label} (${key})`}>
          <ActionIcon
            variant="default"
            size="md"
            aria-label={label}
            aria-keyshortcuts={key}
            data-disabled={to === undefined || undefined}
            aria-disabled={to === undefined}
            onClick={() => navigation.to(to)}
          >
            <Icon name={icon} size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
      {position !== undefined && (
        <Text id={id} size="sm" c="dimmed" className={styles.place}>
          {t.position(format.number(position), total?.more ? t.moreThan(count) : count)}
        </Text>
      )}
    </Group>
  );
}
