import { Badge, Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { InvoiceRow } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/empty.tsx';
import { Link } from '../../shared/link.tsx';
import type { Column } from '../../shared/list-table.tsx';
import { List } from '../../shared/list.tsx';
import { Page } from '../../shared/page.tsx';
import { StateBadge } from '../../shared/state-badge.tsx';
import { TwoLines } from '../../shared/two-lines.tsx';
import { isFiltered, useFilters } from '../../shared/use-filters.ts';
import { common } from '../../text/common.ts';
import { invoicesText } from '../../text/invoices.ts';
import { useText } from '../../text.ts';
import { InvoiceFilters } from './invoice-filters.tsx';

const route = getRouteApi('/inside/companies/$companyId/invoices');

export function Invoices() {
  const t = useText(invoicesText);
  const path = useCompanyPath();
  const search = route.useSearch();
  const { set, clear } = useFilters();
  return (
    <Page title={t.title}>
      <InvoiceFilters search={search} onChange={set} onClear={clear} />
      <List
        label={t.title}
        path={path('/invoices')}
        query={search}
        columns={useColumns()}
        rowKey={({ id }) => id}
        defaultSort="-createdAt"
        onSort={(sort) => set({ sort })}
        filtered={isFiltered(search)}
        onClear={clear}
        empty={<Empty title={t.emptyTitle} next={t.emptyNext} icon="invoices" />}
      />
    </Page>
  );
}

function useColumns(): Column<InvoiceRow>[] {
  const t = useText(invoicesText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  return [
    {
      header: t.number,
      cell: ({ id, supplierInvoiceNumber, externalReferenceId }) => (
        <Link to="/companies/$companyId/invoices/$invoiceId" params={{ companyId, invoiceId: id }} fw={600}>
          {supplierInvoiceNumber || externalReferenceId}
        </Link>
      ),
    },
    {
      header: c.supplier,
      cell: ({ supplierName, supplierNumber }) => <TwoLines first={supplierName} second={supplierNumber} />,
    },
    {
      header: c.state,
      cell: ({ state, findings }) => (
        <Group gap={4}>
          <StateBadge state={state} />
          {findings > 0 && (
            <Badge variant="dot" color="orange.6" tt="none" fw={550}>
              {t.findingsCount(findings)}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      header: t.invoiceDate,
      tight: true,
      sort: 'invoiceDate',
      cell: ({ invoiceDate }) => (invoiceDate === null ? '' : format.date(invoiceDate)),
    },
    {
      header: t.amount,
      sort: 'totalPrice',
      numeric: true,
      cell: ({ totalPrice, currency }) => format.amount(totalPrice, currency),
    },
    { header: c.project, cell: ({ projectName }) => projectName },
    {
      header: c.created,
      sort: 'createdAt',
      tight: true,
      cell: ({ createdAt, partner }) => <TwoLines first={format.dateTime(createdAt)} second={partner} />,
    },
  ];
}
