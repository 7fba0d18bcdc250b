import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SupplierPath } from '../../api/types.ts';
import { read } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { ListTable } from '../../shared/list/list-table.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RowsSkeleton } from '../../shared/page/skeletons.tsx';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';

/** The number of a supplier's invoices and their sums, by year. */
export function SupplierFigures({ path }: { path: `${SupplierPath}/figures` }) {
  const t = useText(suppliersText);
  const format = useFormat();
  const { data, error, refetch } = useQuery({
    queryKey: ['record', path],
    queryFn: ({ signal }) => read(path, { signal }),
  });
  return (
    <Panel title={t.figures} padded={false}>
      {data === undefined && error === null && <RowsSkeleton rows={2} />}
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {data !== undefined && data.years.length === 0 && (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t.noInvoices}
        </Text>
      )}
      {data !== undefined && data.years.length > 0 && (
        <>
          <ListTable
            framed={false}
            label={t.figures}
            rows={data.years}
            rowKey={({ year }) => String(year)}
            columns={[
              { header: t.year, cell: ({ year }) => String(year) },
              { header: t.count, numeric: true, cell: ({ invoices }) => format.number(invoices) },
              {
                header: t.sum,
                numeric: true,
                cell: ({ sums }) => (
                  <div>
                    {sums.map(({ currency, total }) => (
                      <div key={currency}>{format.amount(total, currency)}</div>
                    ))}
                  </div>
                ),
              },
            ]}
          />
          <Text size="xs" c="dimmed" px="md" py="xs">
            {t.figuresAbout} {data.more && t.figuresMore}
          </Text>
        </>
      )}
    </Panel>
  );
}
