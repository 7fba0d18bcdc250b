import { getRouteApi } from '@tanstack/react-router';
import type { WorkOrderRow } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { useDecisionKeys } from '../../decisions/list-keys.ts';
import { useFormat } from '../../format.ts';
import { selectFilter, textFilter } from '../../shared/list/filters.tsx';
import { Link } from '../../shared/page/link.tsx';
import { ListPage } from '../../shared/list/list-page.tsx';
import type { Column } from '../../shared/list/list-table.tsx';
import { pickerFilter } from '../../shared/form/picker.tsx';
import { StateBadge } from '../../shared/record/state-badge.tsx';
import { common } from '../../text/common.ts';
import { workOrdersText } from './text.ts';
import { useText } from '../../text.ts';
import { facilityOf, headingOf } from './words.ts';

const route = getRouteApi('/inside/companies/$companyId/work-orders');
const states: WorkOrderRow['state'][] = ['open', 'done', 'cancelled'];

export function WorkOrders() {
  const t = useText(workOrdersText);
  const c = useText(common);
  useDecisionKeys();
  return (
    <ListPage
      text={t}
      icon="workOrders"
      path={useCompanyPath()('/work-orders')}
      search={route.useSearch()}
      filters={[
        textFilter('q', { search: true, minLength: 2, label: c.search, placeholder: t.searchHint, width: 260 }),
        selectFilter('state', { label: c.state, options: states.map((state) => [state, c.states[state]]) }),
        pickerFilter('project', { of: 'project', label: c.project, byNumber: true, folds: false, width: 170 }),
        pickerFilter('partner', { of: 'partner', label: c.partner, folds: false, width: 150 }),
      ]}
      columns={useColumns()}
      rowKey={({ id }) => id}
      defaultSort="-createdAt"
      opens
    />
  );
}

function useColumns(): Column<WorkOrderRow>[] {
  const t = useText(workOrdersText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  const search = route.useSearch();
  return [
    {
      header: t.description,
      grows: true,
      card: 'first',
      cell: (row) => (
        <Link
          to="/companies/$companyId/work-orders/$workOrderId"
          params={{ companyId, workOrderId: row.id }}
          search={{ ...search, queue: 'list' }}
          fw={600}
        >
          {headingOf(row)}
        </Link>
      ),
    },
    { header: t.workOrder, card: 'second', tight: true, sort: 'title', cell: ({ title }) => title },
    { header: c.state, card: 'firstEnd', cell: ({ state }) => <StateBadge state={state} /> },
    { header: t.facility, card: 'third', quiet: true, cell: facilityOf },
    { header: t.reference, quiet: true, from: 1180, cell: ({ reference }) => reference },
    { header: c.partner, quiet: true, from: 1180, cell: ({ partner }) => partner },
    {
      header: c.created,
      card: 'thirdEnd',
      tight: true,
      quiet: true,
      sort: 'createdAt',
      cell: ({ createdAt }) => format.dateTime(createdAt),
    },
  ];
}
