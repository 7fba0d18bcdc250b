import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { CallRow } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { DayFilter } from '../../shared/day-filter.tsx';
import { Empty } from '../../shared/empty.tsx';
import { Filters, SelectFilter, TextFilter } from '../../shared/filters.tsx';
import { ButtonLink, Link } from '../../shared/link.tsx';
import type { Column } from '../../shared/list-table.tsx';
import { List } from '../../shared/list.tsx';
import { Page } from '../../shared/page.tsx';
import { Sentence } from '../../shared/sentence.tsx';
import { isFiltered, useFilters } from '../../shared/use-filters.ts';
import { common } from '../../text/common.ts';
import { callsText } from '../../text/calls.ts';
import { named, useText } from '../../text.ts';
import { StatusBadge } from './status-badge.tsx';

const route = getRouteApi('/inside/companies/$companyId/requests');
const statuses = ['200', '400', '401', '403', '404', '409', '413', '415', '429', '500', '503'];

export function Calls() {
  const t = useText(callsText);
  const c = useText(common);
  const path = useCompanyPath();
  const { companyId } = route.useParams();
  const search = route.useSearch();
  const { set, clear } = useFilters();
  const operations = Object.entries(t.operations).filter(([name]) => name !== 'none');
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <ButtonLink to="/companies/$companyId/trace" params={{ companyId }} variant="default">
          {t.findTitle}
        </ButtonLink>
      }
    >
      <Filters active={isFiltered(search)} onClear={clear}>
        <SelectFilter
          label={t.outcome}
          value={search.failed}
          onChange={(failed) => set({ failed })}
          options={[
            ['true', t.failed],
            ['false', t.accepted],
          ]}
        />
        <SelectFilter
          label={t.status}
          value={search.status}
          onChange={(status) => set({ status })}
          options={statuses.map((status) => [status, status])}
        />
        <SelectFilter
          label={t.operation}
          value={search.operation}
          onChange={(operation) => set({ operation })}
          options={operations}
        />
        <TextFilter label={c.partner} width={130} value={search.partner} onChange={(partner) => set({ partner })} />
        <DayFilter label={c.from} value={search.from} onChange={(from) => set({ from })} />
        <DayFilter label={c.to} value={search.to} onChange={(to) => set({ to })} />
        {search.cause !== undefined && (
          <TextFilter label={t.cause} width={260} value={search.cause} onChange={(cause) => set({ cause })} />
        )}
      </Filters>
      <List
        label={t.title}
        path={path('/requests')}
        query={search}
        columns={useColumns()}
        rowKey={({ traceId, at, operation }) => traceId + at + operation}
        defaultSort="-at"
        onSort={(sort) => set({ sort })}
        filtered={isFiltered(search)}
        onClear={clear}
        empty={<Empty title={t.emptyTitle} next={t.emptyNext} icon="calls" />}
      />
    </Page>
  );
}

function useColumns(): Column<CallRow>[] {
  const t = useText(callsText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  return [
    {
      header: t.at,
      tight: true,
      sort: 'at',
      cell: ({ traceId, at }) => (
        <Link to="/companies/$companyId/requests/$traceId" params={{ companyId, traceId }} fw={600}>
          {format.dateTime(at)}
        </Link>
      ),
    },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: t.operation, tight: true, cell: ({ operation }) => named(t.operations, operation) },
    { header: c.partner, cell: ({ partner }) => partner },
    {
      header: t.reason,
      cell: ({ reason }) =>
        reason && (
          <Text span size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            <Sentence>{reason}</Sentence>
          </Text>
        ),
    },
    {
      header: t.duration,
      numeric: true,
      cell: ({ durationMs }) => t.milliseconds(format.number(Math.round(durationMs * 10) / 10)),
    },
  ];
}
