import { getRouteApi } from '@tanstack/react-router';
import type { WorkOrderRow } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/empty.tsx';
import { Filters, SelectFilter, TextFilter } from '../../shared/filters.tsx';
import { Link } from '../../shared/link.tsx';
import type { Column } from '../../shared/list-table.tsx';
import { List } from '../../shared/list.tsx';
import { Page } from '../../shared/page.tsx';
import { StateBadge } from '../../shared/state-badge.tsx';
import { isFiltered, useFilters } from '../../shared/use-filters.ts';
import { common } from '../../text/common.ts';
import { workOrdersText } from '../../text/work-orders.ts';
import { named, useText } from '../../text.ts';

const route = getRouteApi('/inside/companies/$companyId/work-orders');
const states = ['open', 'done', 'cancelled'];

export function WorkOrders() {
  const t = useText(workOrdersText);
  const c = useText(common);
  const path = useCompanyPath();
  const search = route.useSearch();
  const { set, clear } = useFilters();
  return (
    <Page title={t.title}>
      <Filters active={isFiltered(search)} onClear={clear}>
        <TextFilter
          search
          least={2}
          label={c.search}
          placeholder={t.searchHint}
          width={260}
          value={search.q}
          onChange={(q) => set({ q })}
        />
        <SelectFilter
          label={c.state}
          value={search.state}
          onChange={(state) => set({ state })}
          options={states.map((state) => [state, named(c.states, state)])}
        />
        <TextFilter label={c.project} width={130} value={search.project} onChange={(project) => set({ project })} />
        <TextFilter label={c.partner} width={130} value={search.partner} onChange={(partner) => set({ partner })} />
      </Filters>
      <List
        label={t.title}
        path={path('/work-orders')}
        query={search}
        columns={useColumns()}
        rowKey={({ id }) => id}
        defaultSort="-createdAt"
        onSort={(sort) => set({ sort })}
        filtered={isFiltered(search)}
        onClear={clear}
        empty={<Empty title={t.emptyTitle} next={t.emptyNext} icon="workOrders" />}
      />
    </Page>
  );
}

function useColumns(): Column<WorkOrderRow>[] {
  const t = useText(workOrdersText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  return [
    {
      header: t.workOrder,
      sort: 'title',
      cell: ({ id, title }) => (
        <Link to="/companies/$companyId/work-orders/$workOrderId" params={{ companyId, workOrderId: id }} fw={600}>
          {title}
        </Link>
      ),
    },
    { header: c.state, cell: ({ state }) => <StateBadge state={state} /> },
    { header: c.project, cell: ({ project }) => `${project.name} (${project.number})` },
    { header: t.reference, cell: ({ reference }) => reference },
    { header: c.partner, cell: ({ partner }) => partner },
    { header: c.created, tight: true, sort: 'createdAt', cell: ({ createdAt }) => format.dateTime(createdAt) },
  ];
}
