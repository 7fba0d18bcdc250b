import { Button, Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useAllowed, useCompany, useCompanyPath } from '../../company.ts';
import { Link } from '../../shared/page/link.tsx';
import { Page } from '../../shared/page/page.tsx';
import { useList } from '../../shared/list/use-list.ts';
import { useFilters } from '../../shared/list/use-filters.ts';
import { accessText } from '../../text/access.ts';
import { useText } from '../../text.ts';
import { CredentialList } from './credential-list.tsx';
import { PartnerList } from './partner-list.tsx';
import { Sandbox } from './sandbox.tsx';

const route = getRouteApi('/inside/companies/$companyId/partners');

export function Partners() {
  const t = useText(accessText);
  const path = useCompanyPath();
  const { companyId } = route.useParams();
  const { partner } = route.useSearch();
  const { set } = useFilters();
  const administer = useAllowed('administer');
  const company = useCompany();
  const all = useList(path('/partners'), { limit: '200' });
  const partners = all.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const chosen = partners.find(({ id, name }) => id === partner || name === partner);
  return (
    <Page title={t.title} intro={t.intro}>
      <PartnerList administer={administer} />
      {partner !== undefined && (
        <Group gap="sm">
          <Text fw={600}>{t.onlyOf(chosen?.name ?? partner)}</Text>
          <Button size="compact-sm" variant="default" onClick={() => set({ partner: undefined })}>
            {t.showAll}
          </Button>
          <Link to="/companies/$companyId/webhooks" params={{ companyId }} search={{ partner }}>
            {t.endpoints}
          </Link>
        </Group>
      )}
      {chosen !== undefined && company?.sandboxOf === undefined && <Sandbox partner={chosen} administer={administer} />}
      <CredentialList kind="tokens" partners={partners} partner={partner} inView={chosen?.id} administer={administer} />
      <CredentialList
        kind="clients"
        partners={partners}
        partner={partner}
        inView={chosen?.id}
        administer={administer}
      />
    </Page>
  );
}
