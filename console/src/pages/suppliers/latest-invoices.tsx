import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { read } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { useInterval } from '../../live/live.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Link } from '../../shared/page/link.tsx';
import { ListTable } from '../../shared/list/list-table.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RowsSkeleton } from '../../shared/page/skeletons.tsx';
import { StateBadge } from '../../shared/record/state-badge.tsx';
import { common } from '../../text/common.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';

const route = getRouteApi('/inside/companies/$companyId/suppliers/$number');

export function LatestInvoices({ number }: { number: string }) {
  const t = useText(suppliersText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  const path = useCompanyPath()('/invoices');
  const { data, error, refetch } = useQuery({
    queryKey: ['latest', path, number],
    queryFn: ({ signal }) => read(path, { query: { supplier: number, limit: '5' }, signal }),
    refetchInterval: useInterval(path),
  });
  return (
    <Panel
      title={t.latest}
      padded={false}
      actions={
        <Link to="/companies/$companyId/invoices" params={{ companyId }} search={{ supplier: number }} size="sm">
          {t.showAll}
        </Link>
      }
    >
      {data === undefined && error === null && <RowsSkeleton rows={3} />}
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {data !== undefined && data.rows.length === 0 && (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t.noInvoices}
        </Text>
      )}
      {data !== undefined && data.rows.length > 0 && (
        <ListTable
          framed={false}
          label={t.latest}
          rows={data.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              header: t.invoiceNumber,
              cell: ({ id, supplierInvoiceNumber }) => (
                <Link to="/companies/$companyId/invoices/$invoiceId" params={{ companyId, invoiceId: id }} fw={600}>
                  {supplierInvoiceNumber || t.withoutNumber}
                </Link>
              ),
            },
            { header: t.invoiceDate, cell: ({ invoiceDay }) => invoiceDay },
            { header: t.due, cell: ({ paymentDueDay }) => paymentDueDay },
            { header: t.total, numeric: true, cell: ({ totalPrice, currency }) => format.amount(totalPrice, currency) },
            { header: c.state, cell: ({ state }) => <StateBadge state={state} /> },
          ]}
        />
      )}
    </Panel>
  );
}
