import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { InvoiceRow } from '../../../api/types.ts';
import { daysLate } from '../../../days.ts';
import { useFormat } from '../../../format.ts';
import { usePreferences } from '../../../preferences.tsx';
import { Icon } from '../../../shared/page/icon.tsx';
import { Link } from '../../../shared/page/link.tsx';
import type { Column } from '../../../shared/list/list-column.ts';
import { FindingsMark } from '../../../shared/record/severity.tsx';
import { StateBadge } from '../../../shared/record/state-badge.tsx';
import { TwoLines } from '../../../shared/record/two-lines.tsx';
import { common } from '../../../text/common.ts';
import { invoicesText } from '../text.ts';
import { useText } from '../../../text.ts';
import styles from './columns.module.css';

const route = getRouteApi('/inside/companies/$companyId/invoices');

const onRequest = Infinity;

export function useColumns(): Column<InvoiceRow>[] {
  const t = useText(invoicesText);
  const c = useText(common);
  const format = useFormat();
  const { density } = usePreferences();
  const { companyId } = route.useParams();
  const search = route.useSearch();
  const isCompact = density === 'compact';
  /** Width of heading and usual values in pixels, by density; a wider window distributes the rest. */
  const widths = (compact: number, comfortable: number) => (isCompact ? compact : comfortable);
  return [
    {
      id: 'number',
      share: widths(123, 107),
      header: t.number,
      cell: ({ id, supplierInvoiceNumber, externalReferenceId, credit }) => (
        <TwoLines
          first={
            <Link
              to="/companies/$companyId/invoices/$invoiceId"
              params={{ companyId, invoiceId: id }}
              search={{ ...search, queue: 'list' }}
              fw={600}
            >
              {supplierInvoiceNumber || externalReferenceId}
            </Link>
          }
          second={credit ? <span className={styles.credit}>{t.creditNote}</span> : ''}
          kept
        />
      ),
    },
    {
      id: 'supplier',
      share: widths(105, 130),
      header: c.supplier,
      cell: ({ supplierName, supplierNumber }) => <TwoLines first={supplierName} second={supplierNumber} kept />,
    },
    {
      id: 'state',
      share: widths(126, 148),
      header: c.state,
      cell: ({ state, findings, gravest, signedBy, voucher }) => (
        <TwoLines
          first={
            <Group gap={4} component="span" className={styles.state}>
              <StateBadge state={state} size={isCompact ? 'sm' : 'md'} />
              {gravest !== null && (
                <FindingsMark gravest={gravest} short={isCompact ? String(findings) : undefined}>
                  {t.findingsCount(findings)}
                </FindingsMark>
              )}
            </Group>
          }
          second={voucher !== null ? t.withVoucher(voucher) : signedBy === null ? '' : t.signedBy(signedBy)}
          kept
        />
      ),
    },
    {
      id: 'invoiceDate',
      share: widths(126, 104),
      header: t.invoiceDate,
      tight: true,
      from: 1200,
      sort: 'invoiceDate',
      cell: ({ invoiceDate }) => (invoiceDate === null ? '' : format.date(invoiceDate)),
    },
    {
      id: 'dueDate',
      share: widths(131, 116),
      header: t.dueDate,
      tight: true,
      sort: 'dueDate',
      cell: (row) => <Due row={row} />,
    },
    {
      id: 'amount',
      share: widths(116, 125),
      header: t.amount,
      sort: 'totalPrice',
      numeric: true,
      cell: ({ totalPrice, currency }) => format.amount(totalPrice, currency),
    },
    {
      id: 'project',
      share: widths(90, 100),
      header: c.project,
      from: widths(1280, 1320),
      cell: ({ projectName }) => projectName,
    },
    {
      id: 'created',
      share: widths(111, 142),
      header: c.created,
      sort: 'createdAt',
      tight: true,
      cell: ({ createdAt, partner }) => <TwoLines first={format.dateTime(createdAt)} second={partner} />,
    },
    {
      id: 'decided',
      share: 130,
      header: t.decided,
      tight: true,
      from: widths(1400, 1440),
      cell: ({ decidedAt, decidedBy }) =>
        decidedAt === null ? (
          ''
        ) : (
          <TwoLines
            first={<span title={format.dateTime(decidedAt)}>{format.date(decidedAt)}</span>}
            second={decidedBy}
            kept
          />
        ),
    },
    { id: 'voucher', share: 116, header: t.voucher, from: onRequest, cell: ({ voucher }) => voucher },
    { id: 'assignedTo', share: 120, header: t.assignedTo, from: onRequest, cell: ({ assignedTo }) => assignedTo },
    {
      id: 'files',
      share: 68,
      header: t.files,
      numeric: true,
      from: onRequest,
      cell: ({ files }) => format.number(files),
    },
    {
      id: 'reference',
      share: 130,
      header: t.fields.externalReferenceId,
      from: onRequest,
      cell: ({ externalReferenceId }) => externalReferenceId,
    },
  ];
}

function Due({ row: { paymentDueDate: due, state, credit } }: { row: InvoiceRow }) {
  const t = useText(invoicesText);
  const format = useFormat();
  if (due === null) return null;
  const isDue = (state === 'received' || state === 'held') && !credit;
  const late = isDue ? daysLate(format.date(due), format.date(new Date())) : 0;
  if (late === 0) return format.date(due);
  return (
    <TwoLines
      first={
        <span className={styles.late}>
          <Icon name="warning" size={13} /> {format.date(due)}
        </span>
      }
      second={
        <span className={styles.late}>
          <span className={styles.word}>{t.overdueFor}</span> {t.days(late)}
        </span>
      }
      kept
    />
  );
}
