import { getRouteApi } from '@tanstack/react-router';
import type { AuditRow } from '../../api/types.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { dayFilter } from '../../shared/form/day-input.tsx';
import { SelectFilter, selectFilter, textFilter } from '../../shared/list/filters.tsx';
import { Json } from '../../shared/record/json.tsx';
import { ListPage } from '../../shared/list/list-page.tsx';
import type { Column } from '../../shared/list/list-table.tsx';
import { useFilters } from '../../shared/list/use-filters.ts';
import { BulkRun } from './bulk-run.tsx';
import { Subject } from './subject.tsx';
import { auditText } from './text.ts';
import { common } from '../../text/common.ts';
import { named, useText } from '../../text.ts';

const route = getRouteApi('/inside/companies/$companyId/audit');

export function Audit() {
  const t = useText(auditText);
  const c = useText(common);
  const path = useCompanyPath();
  const { where, ...search } = route.useSearch();
  const { set } = useFilters();
  const seesService = useAllowed('administerInstallation').allowed;
  return (
    <ListPage
      text={t}
      icon="audit"
      path={where === 'service' ? '/audit' : path('/audit')}
      search={search}
      always={search.bulk === undefined ? { folded: 'true' } : {}}
      choice={
        seesService && (
          <SelectFilter
            key="where"
            inBar
            label={t.where}
            none={t.thisCompany}
            value={where}
            onChange={(value) => set({ where: value })}
            options={[['service', t.noCompany]]}
          />
        )
      }
      filters={[
        textFilter('q', { search: true, minLength: 2, label: t.subject, placeholder: t.searchHint, width: 230 }),
        textFilter('operator', { label: t.operator, width: 180 }),
        selectFilter('action', { label: t.action, options: Object.entries(t.actions) }),
        dayFilter('from', c.from),
        dayFilter('to', c.to),
        ...(search.bulk === undefined ? [] : [textFilter('bulk', { label: t.bulk, width: 180 })]),
      ]}
      columns={useColumns()}
      rowKey={({ id }) => id}
      defaultSort="-at"
      jsonLines
    />
  );
}

function useColumns(): Column<AuditRow>[] {
  const t = useText(auditText);
  const c = useText(common);
  const format = useFormat();
  const isOfBulk = route.useSearch().bulk !== undefined;
  return [
    { header: t.seq, tight: true, sort: 'seq', cell: ({ seq }) => seq },
    { header: t.at, tight: true, sort: 'at', cell: ({ at }) => format.dateTime(at) },
    { header: t.operator, cell: ({ operator }) => named(c.nobodys, operator) },
    { header: t.action, cell: ({ action }) => named(t.actions, action) },
    {
      header: t.subject,
      grows: true,
      cell: (row) => (row.bulk === null || isOfBulk ? <Subject row={row} /> : <BulkRun bulk={row.bulk} />),
    },
    {
      header: t.data,
      cell: ({ data }) =>
        Object.keys(data).length > 0 && (
          <details>
            <summary style={{ cursor: 'pointer' }}>{t.details}</summary>
            <Json value={data} broken />
          </details>
        ),
    },
  ];
}
