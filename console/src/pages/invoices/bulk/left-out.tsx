import { Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { Bulk } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { Link } from '../../../shared/page/link.tsx';
import { Said, useWords } from '../../../shared/page/said.tsx';
import { bulkText } from '../../../text/bulk.ts';
import { useText } from '../../../text.ts';
import styles from './bulk.module.css';

/** What is not decided, with a link to each and why. */
export function LeftOut({ bulk: { leftOut, leftOutCount, finished, begun } }: { bulk: Bulk }) {
  const t = useText(bulkText);
  const format = useFormat();
  const words = useWords();
  const { companyId = '' } = useParams({ strict: false }) as { companyId?: string };
  if (leftOutCount === 0) return null;
  const count = format.number(String(leftOutCount));
  const title = finished && begun ? t.notDecided(count) : t.leftOut(count);
  const more = leftOutCount - leftOut.length;
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ul className={styles.leftOut} aria-label={title} tabIndex={0}>
        {leftOut.map(({ id, number, supplierName, code, why }) => (
          <li key={id}>
            {number === null ? (
              t.unknownInvoice
            ) : (
              <Link
                to="/companies/$companyId/invoices/$invoiceId"
                params={{ companyId, invoiceId: id }}
                target="_blank"
              >
                {number}
              </Link>
            )}
            {supplierName !== null && `, ${supplierName}`}
            <Text size="xs" c="dimmed">
              <Said words={words.notice({ code })} english={why} />
            </Text>
          </li>
        ))}
        {more > 0 && <li>{t.more(format.number(String(more)))}</li>}
      </ul>
    </Stack>
  );
}
