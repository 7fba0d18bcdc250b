import { Text } from '@mantine/core';
import type { SupplierPath } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { RecordOf } from '../../shared/record/record.tsx';
import { ListTable } from '../../shared/list/list-table.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RowsSkeleton } from '../../shared/page/skeletons.tsx';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';

export function SupplierFigures({ path }: { path: `${SupplierPath}/figures` }) {
  const t = useText(suppliersText);
  const format = useFormat();
  return (
    <Panel title={t.figures} padded={false}>
      <RecordOf path={path} refresh={false} loading={<RowsSkeleton rows={2} />}>
        {({ years, more }) =>
          years.length === 0 ? (
            <Text size="sm" c="dimmed" px="md" pb="md">
              {t.noInvoices}
            </Text>
          ) : (
            <>
              <ListTable
                framed={false}
                label={t.figures}
                rows={years}
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
                {t.figuresAbout} {more && t.figuresMore}
              </Text>
            </>
          )
        }
      </RecordOf>
    </Panel>
  );
}
