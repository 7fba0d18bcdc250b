import { Code } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { AuditRow } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { writeExact } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { DayFilter } from '../../shared/day-filter.tsx';
import { Empty } from '../../shared/empty.tsx';
import { Filters, SelectFilter, TextFilter } from '../../shared/filters.tsx';
import type { Column } from '../../shared/list-table.tsx';
import { List } from '../../shared/list.tsx';
import { Page } from '../../shared/page.tsx';
import { isFiltered, useFilters } from '../../shared/use-filters.ts';
import { auditText } from '../../text/audit.ts';
import { common } from '../../text/common.ts';
import { named, useText } from '../../text.ts';
import { AuditSubject } from './audit-subject.tsx';

const route = getRouteApi('/inside/companies/$companyId/audit');

export function Audit() {
  const t = useText(auditText);
  const c = useText(common);
  const path = useCompanyPath();
  const { where, ...search } = route.useSearch();
  const { set, clear } = useFilters();
  return (
    <Page title={t.title} intro={t.intro}>
      <Filters active={isFiltered(search)} onClear={clear}>
        <SelectFilter
          label={t.where}
          none={t.thisCompany}
          value={where}
          onChange={(value) => set({ where: value })}
          options={[['service', t.noCompany]]}
        />
        <TextFilter label={t.operator} width={180} value={search.operator} onChange={(operator) => set({ operator })} />
        <SelectFilter
          label={t.action}
          value={search.action}
          onChange={(action) => set({ action })}
          options={Object.entries(t.actions)}
        />
        <DayFilter label={c.from} value={search.from} onChange={(from) => set({ from })} />
        <DayFilter label={c.to} value={search.to} onChange={(to) => set({ to })} />
      </Filters>
      <List
        label={t.title}
        path={where === 'service' ? '/audit' : path('/audit')}
        query={search}
        columns={useColumns()}
        rowKey={({ id }) => id}
        defaultSort="-at"
        onSort={(sort) => set({ sort })}
        filtered={isFiltered(search)}
        onClear={clear}
        empty={<Empty title={t.emptyTitle} next={t.emptyNext} icon="audit" />}
        jsonLines
      />
    </Page>
  );
}

function useColumns(): Column<AuditRow>[] {
  const t = useText(auditText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  return [
    { header: t.seq, tight: true, sort: 'seq', cell: ({ seq }) => seq },
    { header: t.at, tight: true, sort: 'at', cell: ({ at }) => format.dateTime(at) },
    { header: t.operator, cell: ({ operator }) => named(c.nobodys, operator) },
    { header: t.action, cell: ({ action }) => named(t.actions, action) },
    { header: t.subject, cell: (row) => <AuditSubject row={row} companyId={companyId} /> },
    {
      header: t.data,
      cell: ({ data }) =>
        Object.keys(data).length > 0 && (
          <details>
            <summary style={{ cursor: 'pointer' }}>{t.details}</summary>
            <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {writeExact(data)}
            </Code>
          </details>
        ),
    },
  ];
}
