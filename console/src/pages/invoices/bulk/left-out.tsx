import { Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { Bulk } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { Link } from '../../../shared/page/link.tsx';
import { Said, useWords } from '../../../shared/page/said.tsx';
import { named, useText } from '../../../text.ts';
import styles from './bulk.module.css';
import { bulkText } from './text.ts';

/** Grouped by reason. The service says which filters of the list show the invoices of a group. */
export function LeftOut({ bulk: { leftOut, leftOutBy, leftOutCount, finished, begun } }: { bulk: Bulk }) {
  const t = useText(bulkText);
  const format = useFormat();
  if (leftOutCount === 0) return null;
  const count = format.number(String(leftOutCount));
  const title = finished && begun ? t.notDecided(count) : t.leftOut(count);
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ul className={styles.leftOut} aria-label={title} tabIndex={0}>
        {leftOutBy.map((group) => (
          <Group key={group.code} group={group} invoices={leftOut.filter(({ code }) => code === group.code)} />
        ))}
      </ul>
    </Stack>
  );
}

interface GroupProps {
  group: Bulk['leftOutBy'][number];
  invoices: Bulk['leftOut'];
}

function Group({ group: { code, why, count, filter }, invoices }: GroupProps) {
  const t = useText(bulkText);
  const format = useFormat();
  const words = useWords();
  const { companyId = '' }: { companyId?: string } = useParams({ strict: false });
  const reason = named(t.reasons, code);
  const more = count - invoices.length;
  return (
    <li>
      {filter !== null && (
        <Link
          to="/companies/$companyId/invoices"
          params={{ companyId }}
          search={filter}
          target="_blank"
          size="sm"
          className={styles.show}
          aria-label={t.showThose(reason)}
        >
          {t.show}
        </Link>
      )}
      <details open={filter === null && count <= 3}>
        <summary>
          {format.number(String(count))} {reason}
        </summary>
        <Text size="xs" c="dimmed">
          <Said words={words.notice({ code })} english={why} />
        </Text>
        <ul>
          {invoices.map(({ id, number, supplierName }) => (
            <li key={id}>
              {number === null ? (
                t.unknownInvoice
              ) : (
                <Link
                  to="/companies/$companyId/invoices/$invoiceId"
                  params={{ companyId, invoiceId: id }}
                  target="_blank"
                  size="sm"
                >
                  {number}
                </Link>
              )}
              {supplierName !== null && `, ${supplierName}`}
            </li>
          ))}
          {more > 0 && <li>{t.more(format.number(String(more)))}</li>}
        </ul>
      </details>
    </li>
  );
}
