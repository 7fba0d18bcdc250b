import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { read } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { ButtonLink } from '../../shared/page/link.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { useText } from '../../text.ts';
import { overviewText } from './text.ts';

const route = getRouteApi('/inside/companies/$companyId/overview');

/** For the administrator of a company that has no partner yet. */
export function FirstSteps() {
  const t = useText(overviewText);
  const { companyId } = route.useParams();
  const path = useCompanyPath()('/partners');
  const { allowed } = useAllowed('administer');
  const { data } = useQuery({
    queryKey: ['overview', path],
    queryFn: ({ signal }) => read(path, { query: { limit: '1' }, signal }),
    enabled: allowed,
  });
  if (data?.rows.length !== 0) return null;
  const params = { companyId };
  return (
    <Panel title={t.firstSteps}>
      <Text size="sm" mb="sm">
        {t.firstStepsAbout}
      </Text>
      <Group gap="sm">
        <ButtonLink to="/companies/$companyId/partners" params={params}>
          {t.toPartners}
        </ButtonLink>
        <ButtonLink variant="default" to="/companies/$companyId/import/suppliers" params={params}>
          {t.toSuppliers}
        </ButtonLink>
        <ButtonLink variant="default" to="/operators">
          {t.toUsers}
        </ButtonLink>
      </Group>
    </Panel>
  );
}
