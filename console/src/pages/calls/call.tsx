import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiFailure } from '../../api.ts';
import { useSession } from '../../session.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { ButtonLink, Link } from '../../shared/page/link.tsx';
import { Page } from '../../shared/page/page.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { callsText } from '../../text/calls.ts';
import { useText } from '../../text.ts';
import { lookUp } from './look-up.ts';
import { CallView } from './call-view.tsx';

const route = getRouteApi('/inside/companies/$companyId/requests/$traceId');

export function CallPage() {
  const t = useText(callsText);
  const session = useSession();
  const { companyId, traceId } = route.useParams();
  const { id } = route.useSearch();
  const { data, error, refetch } = useQuery({
    queryKey: ['call', companyId, traceId, id],
    queryFn: ({ signal }) => lookUp(session, companyId, traceId, id, signal),
  });
  if (data !== undefined)
    return (
      <CallView
        call={data.call}
        companyId={data.companyId}
        {...(data.companyId !== companyId && { elsewhere: <Elsewhere companyId={data.companyId} traceId={traceId} /> })}
      />
    );
  if (error === null) return <PageSkeleton />;
  if (!(error instanceof ApiFailure) || ![400, 404].includes(error.status))
    return <Failure error={error} retry={() => void refetch()} />;
  return (
    <Page title={t.findTitle}>
      <Empty title={t.notKept} next={t.notKeptNext} icon="search">
        <ButtonLink to="/companies/$companyId/trace" params={{ companyId }} mt="xs">
          {t.searchAgain}
        </ButtonLink>
      </Empty>
    </Page>
  );
}

function Elsewhere({ companyId, traceId }: { companyId: string | undefined; traceId: string }) {
  const t = useText(callsText);
  const { companies } = useSession();
  if (companyId === undefined)
    return (
      <Alert title={t.ofNobody} icon={<Icon name="info" />}>
        {t.ofNobodyAbout}
      </Alert>
    );
  const name = companies.find(({ id }) => id === companyId)?.name ?? companyId;
  return (
    <Alert title={t.ofCompany(name)} icon={<Icon name="info" />}>
      <Link to="/companies/$companyId/requests/$traceId" params={{ companyId, traceId }}>
        {t.openThere(name)}
      </Link>
    </Alert>
  );
}
