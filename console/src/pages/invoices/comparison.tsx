import { Group, ScrollArea, Table, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Invoice, InvoicePath } from '../../api/types.ts';
import { maskPersonal } from '../../../../server/checks/numbers/organization.ts';
import { useFormat } from '../../format.ts';
import { Link } from '../../shared/link.tsx';
import { Panel } from '../../shared/panel.tsx';
import { Severity } from '../../shared/severity.tsx';
import { findingsText } from '../../text/findings.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';
import { comparedRows, isAboutPayee, type ComparedRow } from './comparison-rows.ts';
import { TakeOver } from './take-over.tsx';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

/** Who is paid, by the invoice and by the supplier's record, side by side. */
export function Comparison({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(findingsText);
  const format = useFormat();
  const { companyId } = route.useParams();
  const { number, payeeChangedAt } = invoice.supplier;
  if (!isAboutPayee(invoice)) return null;
  return (
    <Panel title={t.compared} padded={false}>
      <ScrollArea type="auto" px={6} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t.compared }}>
        <Table fz="sm" horizontalSpacing={10} aria-label={t.compared}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.field}</Table.Th>
              <Table.Th>{t.onInvoice}</Table.Th>
              <Table.Th>{t.inRecord}</Table.Th>
              <Table.Th>{t.comparison}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {comparedRows(invoice).map((row) => (
              <Compared key={row.name} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
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

function Compared({ row: { name, sent, recorded, outcome } }: { row: ComparedRow }) {
  const t = useText(findingsText);
  const { fields } = useText(suppliersText);
  const differs = outcome === 'differs' || outcome === 'missing';
  const shown = (value: string) => (name === 'organizationalNumber' ? maskPersonal(value) : value) || '–';
  const cell = { fw: differs ? 650 : 400, style: { overflowWrap: 'anywhere' } } as const;
  return (
    <Table.Tr data-differs={differs || undefined} bg={differs ? 'light-dark(#fff4e6, #2e2418)' : ''}>
      <Table.Th scope="row" fw={400}>
        {fields[name]}
      </Table.Th>
      <Table.Td {...cell}>{shown(sent)}</Table.Td>
      <Table.Td {...cell}>{shown(recorded)}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {differs ? (
          <Severity severity="warning">{t.outcomes[outcome]}</Severity>
        ) : (
          outcome !== undefined && t.outcomes[outcome]
        )}
      </Table.Td>
    </Table.Tr>
  );
}
