import { NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { read } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { usePreferences } from '../../preferences.tsx';
import { CatchingUp } from '../../shared/list/catching-up.tsx';
import { useListKeys } from '../../shared/list/list-keys.ts';
import { useFilters } from '../../shared/list/use-filters.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { Page } from '../../shared/page/page.tsx';
import { RowsSkeleton } from '../../shared/page/skeletons.tsx';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { DueInvoices } from './due.tsx';
import { reportsText } from './text.ts';
import { Approvers, Partners } from './waiting.tsx';

const route = getRouteApi('/inside/companies/$companyId/reports');
const periods = ['30', '90', '365'];

export function Reports() {
  const t = useText(reportsText);
  const c = useText(common);
  const companyPath = useCompanyPath();
  const path = companyPath('/reports/waiting');
  const { days = '30' } = route.useSearch();
  const { set } = useFilters();
  const { timeZone: zone } = usePreferences();
  useListKeys();
  const { data, error, refetch } = useQuery({
    queryKey: ['report', path, days, zone],
    queryFn: ({ signal }) => read(path, { query: { days, zone }, signal }),
    placeholderData: keepPreviousData,
  });
  const choose = (
    <NativeSelect
      aria-label={t.period}
      value={days}
      data={periods.map((n) => ({ value: n, label: t.lastDays(n) }))}
      onChange={(event) => set({ days: event.currentTarget.value })}
    />
  );
  return (
    <Page title={t.title} intro={t.intro} actions={choose}>
      <DueInvoices path={companyPath('/reports/due')} />
      {data === undefined &&
        (error === null ? <RowsSkeleton rows={5} /> : <Failure error={error} retry={() => void refetch()} />)}
      {data !== undefined && (
        <>
          {data.catchingUp && <CatchingUp>{c.catchingUp}</CatchingUp>}
          {data.more && <Text size="sm">{t.more}</Text>}
          <Approvers report={data} path={path} days={days} />
          <Partners report={data} path={path} days={days} />
        </>
      )}
    </Page>
  );
}
