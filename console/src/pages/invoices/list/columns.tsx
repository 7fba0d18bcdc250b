import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { InvoiceRow } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { Icon } from '../../../shared/icon.tsx';
import { Link } from '../../../shared/link.tsx';
import type { Column } from '../../../shared/list-column.ts';
import { FindingsMark } from '../../../shared/severity.tsx';
import { StateBadge } from '../../../shared/state-badge.tsx';
import { TwoLines } from '../../../shared/two-lines.tsx';
import { common } from '../../../text/common.ts';
import { invoicesText } from '../../../text/invoices.ts';
import { useText } from '../../../text.ts';
import styles from './columns.module.css';
import { daysLate } from './days-late.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices');

/** From these widths of the window on there is room for more than what everybody needs. */
const [roomy, wide, chosen] = [1200, 1400, Infinity];

export function useColumns(): Column<InvoiceRow>[] {
  const t = useText(invoicesText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  const search = route.useSearch();
  return [
    {
      id: 'number',
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
        />
      ),
    },
    {
      id: 'supplier',
      header: c.supplier,
      cell: ({ supplierName, supplierNumber }) => <TwoLines first={supplierName} second={supplierNumber} />,
    },
    {
      id: 'state',
      header: c.state,
      cell: ({ state, findings, gravest, signedBy }) => (
        <TwoLines
          first={
            <Group gap={4} component="span" wrap="nowrap" className={styles.state}>
              <StateBadge state={state} />
              {gravest !== null && <FindingsMark gravest={gravest}>{t.findingsCount(findings)}</FindingsMark>}
            </Group>
          }
          second={signedBy === null ? '' : t.signedBy(signedBy)}
        />
      ),
    },
    {
      id: 'invoiceDate',
      header: t.invoiceDate,
      tight: true,
      from: roomy,
      sort: 'invoiceDate',
      cell: ({ invoiceDate }) => (invoiceDate === null ? '' : format.date(invoiceDate)),
    },
    { id: 'dueDate', header: t.dueDate, tight: true, sort: 'dueDate', cell: (row) => <Due row={row} /> },
    {
      id: 'amount',
      header: t.amount,
      sort: 'totalPrice',
      numeric: true,
      cell: ({ totalPrice, currency }) => format.amount(totalPrice, currency),
    },
    { id: 'project', header: c.project, from: roomy, cell: ({ projectName }) => projectName },
    {
      id: 'created',
      header: c.created,
      sort: 'createdAt',
      tight: true,
      cell: ({ createdAt, partner }) => <TwoLines first={format.dateTime(createdAt)} second={partner} />,
    },
    {
      id: 'decided',
      header: t.decided,
      tight: true,
      from: wide,
      cell: ({ decidedAt, decidedBy }) =>
        decidedAt === null ? '' : <TwoLines first={format.dateTime(decidedAt)} second={decidedBy} />,
    },
    { id: 'assignedTo', header: t.assignedTo, from: chosen, cell: ({ assignedTo }) => assignedTo },
    { id: 'files', header: t.files, numeric: true, from: chosen, cell: ({ files }) => format.number(files) },
    {
      id: 'reference',
      header: t.fields.externalReferenceId,
      from: chosen,
      cell: ({ externalReferenceId }) => externalReferenceId,
    },
  ];
}

/** That it is overdue is said in words, not by the colour alone. */
function Due({ row: { paymentDueDate: due, state } }: { row: InvoiceRow }) {
  const t = useText(invoicesText);
  const format = useFormat();
  if (due === null) return null;
  const late = state === 'received' || state === 'held' ? daysLate(format.date(due), format.date(new Date())) : 0;
  if (late === 0) return format.date(due);
  return (
    <TwoLines
      first={<span className={styles.late}>{format.date(due)}</span>}
      second={
        <span className={styles.late}>
          <Icon name="warning" size={12} /> {t.late(late)}
        </span>
      }
    />
  );
}
