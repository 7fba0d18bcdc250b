import { getRouteApi } from '@tanstack/react-router';
import type { CallRow } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { dayFilter } from '../../shared/form/day-input.tsx';
import { selectFilter, textFilter } from '../../shared/list/filters.tsx';
import { ButtonLink, Link } from '../../shared/page/link.tsx';
import { ListPage } from '../../shared/list/list-page.tsx';
import type { Column } from '../../shared/list/list-table.tsx';
import { pickerFilter } from '../../shared/form/picker.tsx';
import { Said, useWords } from '../../shared/page/said.tsx';
import { common } from '../../text/common.ts';
import { callsText } from '../../text/calls.ts';
import { named, useText } from '../../text.ts';
import { StatusBadge } from './status-badge.tsx';

const route = getRouteApi('/inside/companies/$companyId/requests');
const statuses = ['200', '400', '401', '403', '404', '409', '413', '415', '429', '500', '503'];

export function Calls() {
  const t = useText(callsText);
  const c = useText(common);
  const { companyId } = route.useParams();
  const search = route.useSearch();
  const operations = Object.entries(t.operations).filter(([name]) => name !== 'none');
  const outcomes: [string, string][] = [
    ['true', t.failed],
    ['false', t.accepted],
  ];
  return (
    <ListPage
      text={t}
      icon="calls"
      actions={
        <ButtonLink to="/companies/$companyId/trace" params={{ companyId }} variant="default">
          {t.findTitle}
        </ButtonLink>
      }
      path={useCompanyPath()('/requests')}
      search={search}
      filters={[
        textFilter('reference', { label: t.reference, width: 180 }),
        selectFilter('failed', { label: t.outcome, options: outcomes }),
        selectFilter('status', { label: t.status, options: statuses.map((status) => [status, status]) }),
        selectFilter('operation', { label: t.operation, options: operations }),
        pickerFilter('partner', { of: 'partner', label: c.partner, folds: false, width: 150 }),
        dayFilter('from', c.from),
        dayFilter('to', c.to),
        ...(search.cause === undefined ? [] : [textFilter('cause', { label: t.cause, width: 260 })]),
      ]}
      columns={useColumns()}
      rowKey={({ traceId, at, operation }) => traceId + at + operation}
      defaultSort="-at"
      opens
    />
  );
}

function useColumns(): Column<CallRow>[] {
  const search = route.useSearch();
  const t = useText(callsText);
  const c = useText(common);
  const words = useWords();
  const format = useFormat();
  const { companyId } = route.useParams();
  return [
    {
      header: t.at,
      tight: true,
      sort: 'at',
      cell: ({ traceId, at }) => (
        <Link to="/companies/$companyId/requests/$traceId" params={{ companyId, traceId }} fw={600}>
          {format.seconds(at)}
        </Link>
      ),
    },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      header: t.operation,
      tight: true,
      cell: ({ operation, dryRun }) => named(t.operations, operation) + (dryRun ? ` (${t.dryRun.toLowerCase()})` : ''),
    },
    { header: t.reference, from: search.reference === undefined ? 1280 : 0, cell: ({ reference }) => reference },
    { header: c.partner, quiet: true, cell: ({ partner }) => partner },
    {
      header: t.reason,
      grows: true,
      cell: ({ reason, ...refusal }) => reason && <Said words={words.refusal(refusal)} english={reason} />,
    },
    {
      header: t.duration,
      from: 1280,
      numeric: true,
      quiet: true,
      cell: ({ durationMs }) => t.milliseconds(format.number(Math.round(durationMs * 10) / 10)),
    },
  ];
}
