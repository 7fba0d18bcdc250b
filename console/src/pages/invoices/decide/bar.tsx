import { ActionIcon, Group, Text, Title, Tooltip } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { isNum } from '../../../exact.ts';
import { useFormat } from '../../../format.ts';
import { Failure } from '../../../shared/page/failure.tsx';
import { Icon } from '../../../shared/page/icon.tsx';
import { useKeys } from '../../../shared/page/keys.ts';
import { StateBadge } from '../../../shared/record/state-badge.tsx';
import { decideText } from '../../../text/decide.ts';
import { invoicesText } from '../../../text/invoices.ts';
import { useText } from '../../../text.ts';
import { currencyOf } from '../known-fields.ts';
import styles from './bar.module.css';
import { CreditLinks, CreditMark } from './credit.tsx';
import { Decisions } from './decisions.tsx';
import { numberOf } from './number.ts';
import { ObstacleModal } from './obstacle.tsx';
import { Place } from './place.tsx';
import { useQueue } from './queue.ts';
import { undoLast } from './undo.tsx';
import { useDecide } from './use-decide.ts';
import { useGo } from './use-go.ts';

interface Props {
  invoice: Invoice;
  path: InvoicePath;
}

/** What an invoice is, where it stands in the list, and what can be done with it. */
export function DecisionBar({ invoice, path }: Props) {
  const t = useText(decideText);
  const i = useText(invoicesText);
  const format = useFormat();
  const { document: sent, supplier, signed, booking } = invoice;
  const total = isNum(sent.totalPrice) ? format.amount(sent.totalPrice, currencyOf(sent)) : '';
  const title = i.invoice(numberOf(sent));
  const queue = useQueue(invoice.id);
  const go = useGo(invoice.id, queue);
  const decide = useDecide(invoice, path, go);
  const place = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Doorway`;
  }, [title]);
  // Whoever goes on hears which invoice this is, and the next key works at once.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useKeys({ j: () => go.to(queue.next), k: () => go.to(queue.previous), escape: go.toList, z: undoLast });
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
              onClick={go.toList}
            >
              <Icon name="back" size={18} />
            </ActionIcon>
          </Tooltip>
          {queue.enabled && <Place queue={queue} go={go} id={place} />}
        </Group>
        <div className={styles.what}>
          <Group gap="4px 12px">
            <Title ref={heading} order={1} size="h3" tabIndex={-1} aria-describedby={place} className={styles.title}>
              {title}
            </Title>
            <StateBadge state={invoice.state} size="lg" />
            <CreditMark document={sent} />
          </Group>
          <Text size="sm" c="dimmed">
            {`${supplier.name} · ${total} · ${invoice.partner}, `}
            <span className={styles.place}>{format.dateTime(invoice.createdAt)}</span>
          </Text>
        </div>
        <Group gap="xs" className={styles.actions} role="group" aria-label={t.decisions}>
          <Decisions invoice={invoice} path={path} decide={decide} />
        </Group>
      </div>
      {signed !== null && (
        <Text size="sm" fw={600}>
          {t.signedBy(signed.by, format.dateTime(signed.at))}
        </Text>
      )}
      {booking !== null && (
        <Text size="sm" fw={600}>
          {t.bookedBy(booking.voucher, booking.by, format.dateTime(booking.at))}
          {booking.bookedOn !== null && ` ${t.bookedOn(booking.bookedOn)}`}
        </Text>
      )}
      <CreditLinks invoice={invoice} />
      {decide.error !== null && <Failure error={decide.error} tried="decided" />}
      <ObstacleModal decide={decide} onNext={queue.enabled ? () => void go.on() : undefined} />
    </div>
  );
}
