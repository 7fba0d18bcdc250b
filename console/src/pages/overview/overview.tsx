import { NativeSelect, SimpleGrid } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { addDays } from '../../../../common/days.ts';
import { todayIn } from '../../days.ts';
import { usePreferences } from '../../preferences.tsx';
import { CatchingUp } from '../../shared/list/catching-up.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Page } from '../../shared/page/page.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { useListKeys } from '../../shared/list/list-keys.ts';
import { useFilters } from '../../shared/list/use-filters.ts';
import { overviewText } from './text.ts';
import { useText } from '../../text.ts';
import { Arrivals } from './arrivals.tsx';
import { BackupWarning, LastBackup } from './backup.tsx';
import { Decisions } from './decisions.tsx';
import { EndpointsOff } from './endpoints-off.tsx';
import { FailureCauses, FailureRates } from './failures.tsx';
import { DamagedFiles, VerifiedFiles } from './files.tsx';
import { Figures } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Findings } from './findings.tsx';
import { Ages, HeldFor } from './waiting.tsx';

const route = getRouteApi('/inside/companies/$companyId/overview');
const periods = ['7', '30', '90'];

export function Overview() {
  const t = useText(overviewText);
  const path = useCompanyPath()('/overview');
  const { days = '30' } = route.useSearch();
  const { set } = useFilters();
  useListKeys();
  const { timeZone: zone } = usePreferences();
  const { data, error, refetch } = useQuery({
    queryKey: ['overview', path, days, zone],
    queryFn: ({ signal }) => read(path, { query: { days, zone }, signal }),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });
  const from = addDays(todayIn(zone), 1 - Number(days));
  const choose = (
    <NativeSelect
      aria-label={t.days}
      value={days}
      data={periods.map((n) => ({ value: n, label: t.lastDays(n) }))}
      onChange={(event) => set({ days: event.currentTarget.value })}
    />
  );
  return (
    <Page title={t.title} actions={choose}>
      {data === undefined &&
        (error === null ? <PageSkeleton /> : <Failure error={error} retry={() => void refetch()} />)}
      {data !== undefined && (
        <>
          {data.catchingUp && <CatchingUp>{t.catchingUp}</CatchingUp>}
          <BackupWarning backup={data.backup} />
          <DamagedFiles files={data.files} />
          <EndpointsOff endpoints={data.endpointsOff} />
          {data.arrivals.length === 0 && <FirstSteps />}
          <Figures answer={data} from={from} />
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Ages ages={data.ages} />
            <HeldFor heldFor={data.heldFor} />
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Decisions decisions={data.decisions} days={days} />
            <FailureRates calls={data.calls} />
          </SimpleGrid>
          <Arrivals arrivals={data.arrivals} days={days} />
          <Findings findings={data.findings} from={from} />
          <FailureCauses failures={data.failures} from={from} />
          <VerifiedFiles files={data.files} />
          <LastBackup backup={data.backup} />
        </>
      )}
    </Page>
  );
}
