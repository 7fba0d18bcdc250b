import { NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ListPage } from '../../shared/list/list-page.tsx';
import { useFilters } from '../../shared/list/use-filters.ts';
import { Link } from '../../shared/page/link.tsx';
import { Amount } from '../../shared/record/amount.tsx';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { useText } from '../../text.ts';
import { invoicesText } from '../invoices/text.ts';
import { overviewText } from '../overview/text.ts';
import { reportsText } from './text.ts';

const route = getRouteApi('/inside/companies/$companyId/reports');
const reports = ['due', 'approvers', 'partners'] as const;

export function Reports() {
  const { of } = route.useSearch();
  return of === 'approvers' || of === 'partners' ? <Waiting of={of} /> : <Due />;
}

function Choice() {
  const t = useText(reportsText);
  const o = useText(overviewText);
  const { set } = useFilters();
  const { of = 'due', days = '30' } = route.useSearch();
  return (
    <>
      <NativeSelect
        aria-label={t.report}
        value={of}
        data={reports.map((value) => ({ value, label: t.reports[value] }))}
        onChange={(event) => set({ of: event.currentTarget.value, sort: undefined })}
      />
      {of !== 'due' && (
        <NativeSelect
          aria-label={o.days}
          value={days}
          data={['30', '90', '365'].map((value) => ({ value, label: o.lastDays(value) }))}
          onChange={(event) => set({ days: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function Due() {
  const t = useText(reportsText);
  const i = useText(invoicesText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  return (
    <ListPage
      text={t}
      icon="reports"
      path={useCompanyPath()('/reports/due')}
      search={{}}
      filters={[]}
      actions={<Choice />}
      rowKey={({ id }) => id}
      defaultSort="dueDate"
      opens
      columns={[
        { header: i.dueDate, tight: true, cell: ({ paymentDueDay }) => paymentDueDay },
        { header: t.daysLeft, numeric: true, cell: ({ daysLeft }) => format.number(String(daysLeft)) },
        {
          header: i.number,
          cell: ({ id, supplierInvoiceNumber, externalReferenceId }) => (
            <Link to="/companies/$companyId/invoices/$invoiceId" params={{ companyId, invoiceId: id }} fw={600}>
              {supplierInvoiceNumber || externalReferenceId}
            </Link>
          ),
        },
        { header: c.supplier, grows: true, cell: ({ supplierName }) => supplierName },
        {
          header: i.amount,
          numeric: true,
          cell: ({ totalPrice, currency }) => <Amount value={totalPrice} currency={currency} />,
        },
        { header: t.with, cell: (row) => row.with ?? i.companyQueue },
        { header: t.waits, cell: ({ because }) => t.reasons[because] },
      ]}
    />
  );
}

function Waiting({ of }: { of: 'approvers' | 'partners' }) {
  const t = useText(reportsText);
  const l = useText(listsText);
  const i = useText(invoicesText);
  const o = useText(overviewText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  const { days, sort } = route.useSearch();
  const inDays = (time: number | null) =>
    time === null ? '' : o.inDays(format.number(String(Math.round(10 * time) / 10)));
  return (
    <ListPage
      text={t}
      icon="reports"
      path={useCompanyPath()('/reports/waiting')}
      search={{ of, days, sort }}
      filters={[]}
      actions={<Choice />}
      rowKey={({ id }) => id ?? ''}
      defaultSort="-waiting"
      columns={[
        {
          header: of === 'partners' ? c.partner : t.user,
          sort: 'name',
          cell: ({ id, name }) => (
            <Link
              to="/companies/$companyId/invoices"
              params={{ companyId }}
              search={{ state: 'open', ...(of === 'partners' ? { partner: id ?? '' } : { with: id ?? 'none' }) }}
              fw={600}
            >
              {name ?? (of === 'approvers' ? i.companyQueue : l.nobody)}
            </Link>
          ),
        },
        { header: t.arrived, numeric: true, cell: ({ arrived }) => arrived !== null && format.number(String(arrived)) },
        { header: t.decided, numeric: true, sort: 'decided', cell: ({ decided }) => format.number(String(decided)) },
        { header: o.median, numeric: true, cell: ({ medianDays }) => inDays(medianDays) },
        { header: o.nineInTen, numeric: true, cell: ({ nineInTenDays }) => inDays(nineInTenDays) },
        { header: t.waiting, numeric: true, sort: 'waiting', cell: ({ waiting }) => format.number(String(waiting)) },
        { header: t.since, tight: true, cell: ({ since }) => since !== null && format.date(since) },
        {
          header: t.waits,
          cell: ({ because }) =>
            (Object.keys(t.reasons) as (keyof typeof because)[])
              .filter((reason) => because[reason] > 0)
              .map((reason) => `${t.reasons[reason]}: ${format.number(String(because[reason]))}`)
              .join(', '),
        },
      ]}
    />
  );
}
