import { Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { maskPersonal } from '../../../../../common/numbers/organization.ts';
import { useFormat } from '../../../format.ts';
import { Link } from '../../../shared/page/link.tsx';
import { ListTable } from '../../../shared/list/list-table.tsx';
import { Panel } from '../../../shared/record/panel.tsx';
import { Severity } from '../../../shared/record/severity.tsx';
import { findingsText } from '../findings/text.ts';
import { suppliersText } from '../../../text/suppliers.ts';
import { useText } from '../../../text.ts';
import { comparedRows, isAboutPayee, type ComparedRow } from './comparison-rows.ts';
import { Findable } from '../files/find/findable.tsx';
import { TakeOver } from './take-over.tsx';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

export function Comparison({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(findingsText);
  const { fields } = useText(suppliersText);
  const format = useFormat();
  const { companyId } = route.useParams();
  const { number, payeeChangedAt } = invoice.supplier;
  if (!isAboutPayee(invoice)) return null;
  return (
    <Panel title={t.compared} padded={false}>
      <ListTable
        label={t.compared}
        framed={false}
        rows={comparedRows(invoice)}
        rowKey={({ name }) => name}
        marks={differs}
        columns={[
          { header: t.field, cell: ({ name }) => fields[name] },
          {
            header: t.onInvoice,
            cell: ({ name, sent }) => (
              <Findable kind={name === 'name' ? 'text' : 'digits'} value={sent}>
                {shown(name, sent)}
              </Findable>
            ),
          },
          { header: t.inRecord, cell: ({ name, recorded }) => shown(name, recorded) },
          {
            header: t.comparison,
            tight: true,
            cell: (row) =>
              row.outcome !== undefined &&
              (differs(row) ? (
                <Severity severity="warning">{t.outcomes[row.outcome]}</Severity>
              ) : (
                t.outcomes[row.outcome]
              )),
          },
        ]}
      />
      <Group px="md" py="sm" gap="sm" justify="space-between">
        <Text size="sm" c="dimmed">
          {payeeChangedAt !== null && `${t.payeeChanged(format.date(payeeChangedAt))} `}
          <Link
            to="/companies/$companyId/suppliers/$number"
            params={{ companyId, number }}
            size="sm"
            underline="always"
          >
            {t.toRecord}
          </Link>
        </Text>
        <TakeOver invoice={invoice} path={path} />
      </Group>
    </Panel>
  );
}

const differs = ({ outcome }: ComparedRow) => outcome === 'differs' || outcome === 'missing';

const shown = (name: ComparedRow['name'], value: string) =>
  (name === 'organizationalNumber' ? maskPersonal(value) : value) || '–';
