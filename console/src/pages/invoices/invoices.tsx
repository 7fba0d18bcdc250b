import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { InvoiceRow } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { dayFilter } from '../../shared/day-input.tsx';
import { selectFilter, textFilter } from '../../shared/filters.tsx';
import { Link } from '../../shared/link.tsx';
import { ListPage } from '../../shared/list-page.tsx';
import type { Column } from '../../shared/list-table.tsx';
import { findingOptions } from '../../shared/finding-options.ts';
import { FindingsMark } from '../../shared/severity.tsx';
import { StateBadge } from '../../shared/state-badge.tsx';
import { TwoLines } from '../../shared/two-lines.tsx';
import { common } from '../../text/common.ts';
import { invoicesText } from '../../text/invoices.ts';
import { rulesText } from '../../text/rules.ts';
import { useText } from '../../text.ts';
import { useListKeys } from './decide/list-keys.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices');
const states: InvoiceRow['state'][] = ['received', 'held', 'approved', 'rejected'];

/** As the API writes it, whichever way the reader does: 1 250,50 is 1250.50. */
const asAmount = (typed: string) => typed.replaceAll(/[\s\u00A0\u202F]/g, '').replace(',', '.');

export function Invoices() {
  const t = useText(invoicesText);
  const c = useText(common);
  const r = useText(rulesText);
  useListKeys();
  return (
    <ListPage
      text={t}
      icon="invoices"
      path={useCompanyPath()('/invoices')}
      search={route.useSearch()}
      filters={[
        textFilter('q', { search: true, least: 2, label: t.text, placeholder: t.textHint, width: 220 }),
        selectFilter('state', { label: c.state, options: states.map((state) => [state, c.states[state]]) }),
        selectFilter('finding', { label: r.finding, options: findingOptions(r), width: 195 }),
        textFilter('supplier', { label: c.supplier, width: 100 }),
        textFilter('partner', { label: c.partner, width: 105 }),
        textFilter('project', { label: c.project, width: 105 }),
        dayFilter('from', t.arrivedFrom),
        dayFilter('to', t.arrivedTo),
        dayFilter('datedFrom', t.datedFrom),
        dayFilter('datedTo', t.datedTo),
        textFilter('least', { label: t.least, width: 110, inputMode: 'decimal', rewrite: asAmount }),
        textFilter('most', { label: t.most, width: 110, inputMode: 'decimal', rewrite: asAmount }),
      ]}
      columns={useColumns()}
      rowKey={({ id }) => id}
      defaultSort="-createdAt"
    />
  );
}

function useColumns(): Column<InvoiceRow>[] {
  const t = useText(invoicesText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  const search = route.useSearch();
  return [
    {
      header: t.number,
      cell: ({ id, supplierInvoiceNumber, externalReferenceId }) => (
        <Link
          to="/companies/$companyId/invoices/$invoiceId"
          params={{ companyId, invoiceId: id }}
          search={{ ...search, queue: 'list' }}
          fw={600}
        >
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
      cell: ({ state, findings, gravest }) => (
        <Group gap={4}>
          <StateBadge state={state} />
          {gravest !== null && <FindingsMark gravest={gravest}>{t.findingsCount(findings)}</FindingsMark>}
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
