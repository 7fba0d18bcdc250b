import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { read } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Link } from '../../shared/page/link.tsx';
import { Page } from '../../shared/page/page.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { CallBack } from '../../shared/record/call-back.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { proposalsText } from '../../text/proposals.ts';
import { useText } from '../../text.ts';
import { Waiting } from './proposals.tsx';

const route = getRouteApi('/inside/companies/$companyId/proposals');

/** Changes of suppliers that wait for confirmation, the oldest first. */
export function ProposalQueue() {
  const t = useText(proposalsText);
  const { companyId } = route.useParams();
  const inCompany = useCompanyPath();
  const path = inCompany('/proposals');
  const { data, error, refetch } = useQuery({
    queryKey: ['record', path],
    queryFn: ({ signal }) => read(path, { signal }),
    refetchInterval: 15_000,
  });
  return (
    <Page title={t.queueTitle} intro={t.about}>
      {data === undefined &&
        (error === null ? <PageSkeleton /> : <Failure error={error} retry={() => void refetch()} />)}
      {data?.proposals.length === 0 && <Empty title={t.noneWaits} next={t.noneWaitsNext} icon="check" />}
      <Stack gap="md">
        {data?.proposals.map(({ supplierNumber, supplierName, now, phone, isContactConfirmed, ...proposal }) => (
          <Panel
            key={proposal.id}
            title={supplierName}
            actions={
              <Link
                to="/companies/$companyId/suppliers/$number"
                params={{ companyId, number: supplierNumber }}
                size="sm"
              >
                {t.openSupplier(supplierNumber)}
              </Link>
            }
          >
            <Stack gap="sm">
              <CallBack
                phone={phone}
                isContactConfirmed={isContactConfirmed}
                isOtherProposed={proposal.patch.phone !== undefined}
              />
              <Waiting
                proposal={proposal}
                now={now}
                path={inCompany(`/suppliers/${encodeURIComponent(supplierNumber)}`)}
              />
            </Stack>
          </Panel>
        ))}
      </Stack>
    </Page>
  );
}
