import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '../../format.ts';
import { ExportMenu } from '../../shared/list/export-menu.tsx';
import { ListTable } from '../../shared/list/list-table.tsx';
import { useList } from '../../shared/list/use-list.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Link } from '../../shared/page/link.tsx';
import { RowsSkeleton } from '../../shared/page/skeletons.tsx';
import { Amount } from '../../shared/record/amount.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { common } from '../../text/common.ts';
import { named, useText } from '../../text.ts';
import { reportsText } from './text.ts';

const route = getRouteApi('/inside/companies/$companyId/reports');

export function DueInvoices({ path }: { path: `/companies/${string}/reports/due` }) {
  const t = useText(reportsText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  const list = useList(path, {});
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <Panel title={t.due} padded={rows?.length === 0} actions={<ExportMenu path={path} />}>
      {list.error !== null && <Failure error={list.error} retry={() => void list.refetch()} />}
      {rows === undefined && list.error === null && <RowsSkeleton rows={5} />}
      {rows?.length === 0 && <Empty title={t.nothingDue} next={t.nothingDueNext} icon="check" />}
      {rows !== undefined && rows.length > 0 && (
        <ListTable
          framed={false}
          opens
          label={t.due}
          rows={rows}
          more={list.hasNextPage}
          rowKey={({ id }) => id}
          columns={[
            { header: t.dueDate, tight: true, cell: ({ paymentDueDay }) => paymentDueDay },
            { header: t.daysLeft, numeric: true, cell: ({ daysLeft }) => format.number(String(daysLeft)) },
            {
              header: t.invoice,
              cell: ({ id, supplierInvoiceNumber, externalReferenceId }) => (
                <Link to="/companies/$companyId/invoices/$invoiceId" params={{ companyId, invoiceId: id }} fw={600}>
                  {supplierInvoiceNumber || externalReferenceId}
                </Link>
              ),
            },
            { header: t.supplier, cell: ({ supplierName }) => supplierName },
            {
              header: t.amount,
              numeric: true,
              cell: ({ totalPrice, currency }) => <Amount value={totalPrice} currency={currency} />,
            },
            { header: t.with, cell: (row) => row.with.join(', ') || t.nobody },
            { header: t.waits, cell: ({ because }) => named(t.reasons, because) },
          ]}
        />
      )}
      {list.hasNextPage && (
        <Button m="xs" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {c.loadMore}
        </Button>
      )}
    </Panel>
  );
}
