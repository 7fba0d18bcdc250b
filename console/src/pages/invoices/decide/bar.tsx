import { Group, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { QueueBar } from '../../../decisions/queue-bar.tsx';
import { useDecide } from '../../../decisions/use-decide.ts';
import { useCompanyPath } from '../../../company.ts';
import { Failure } from '../../../shared/page/failure.tsx';
import { KeyHint } from '../../../shared/page/key-hint.tsx';
import { Link } from '../../../shared/page/link.tsx';
import { StateBadge } from '../../../shared/record/state-badge.tsx';
import { decideText } from '../../../decisions/text.ts';
import { invoicesText } from '../text.ts';
import { useText } from '../../../text.ts';
import { numberOf } from '../known-fields.ts';
import { NextDocument } from '../files/sheets/ahead.tsx';
import { FindingsCount } from '../findings/findings-at.tsx';
import { Facts } from '../layout/facts.tsx';
import { WithWhom } from '../../routing/with-whom.tsx';
import { QuestionMark } from '../questions/question-mark.tsx';
import styles from './bar.module.css';
import { CreditLinks, CreditMark } from './credit.tsx';
import { Decisions } from './decisions.tsx';
import { EarlierWords } from './earlier-words.tsx';
import { DecisionReason } from './reason.tsx';
import { useInvoiceNavigation, useInvoiceQueue } from './use-navigation.ts';

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
  const queue = useInvoiceQueue(invoice.id);
  const companyPath = useCompanyPath();
  const navigation = useInvoiceNavigation(invoice.id, queue);
  const decide = useDecide<Invoice>(path);
  const positionId = useId();
  const reasonId = useId();
  const buttons = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Doorway`;
  }, [title]);
  // Screen readers begin with the heading, and the page's keys work at once.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.bar}>
      <div className={styles.head}>
        <QueueBar {...{ queue, navigation }} id={positionId} text={t} />
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
        <Group ref={buttons} gap="xs" className={styles.actions} role="group" aria-label={t.decisions}>
          <Decisions {...{ invoice, path, queue, navigation, decide, reasonId }} />
        </Group>
        <KeyHint target={buttons} text={decide.hint} />
        <DecisionReason invoice={invoice} id={reasonId} />
      </div>
      <Facts invoice={invoice} />
      <div className={styles.words}>
        <WithWhom invoice={invoice} />
        <EarlierWords invoice={invoice} />
      </div>
      <CreditLinks invoice={invoice} />
      {queue.ahead !== undefined && <NextDocument path={companyPath(`/invoices/${encodeURIComponent(queue.ahead)}`)} />}
      {decide.error !== null && decide.asking === undefined && <Failure error={decide.error} tried="decided" />}
    </div>
  );
}
