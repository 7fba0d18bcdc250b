import { Group, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Action } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Link } from '../../shared/page/link.tsx';
import { List } from '../../shared/list/list.tsx';
import { accessText } from '../../text/access.ts';
import { useText } from '../../text.ts';
import { NewByName } from '../../shared/form/new-by-name.tsx';
import { AttachesToAll } from './attaches-to-all.tsx';

const route = getRouteApi('/inside/companies/$companyId/partners');

export function PartnerList({ administer }: { administer: Action }) {
  const t = useText(accessText);
  const format = useFormat();
  const path = useCompanyPath();
  const { companyId } = route.useParams();
  return (
    <section aria-label={t.partners}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t.partners}
        </Title>
        <NewByName
          action={administer}
          words={t.newPartner}
          label={t.partnerName}
          submit={t.createPartner}
          message={t.partnerMade}
          send={(partner) => change('POST', path('/partners'), partner)}
        />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t.attachesToAbout}
      </Text>
      <List
        label={t.partners}
        path={path('/partners')}
        query={{}}
        rowKey={({ id }) => id}
        defaultSort="name"
        filtered={false}
        empty={<Empty title={t.noPartners} next={t.noPartnersNext} icon="partners" />}
        columns={[
          {
            header: t.name,
            cell: ({ id, name }) => (
              <Link to="/companies/$companyId/partners" params={{ companyId }} search={{ partner: id }} fw={600}>
                {name}
              </Link>
            ),
          },
          { header: t.attachesTo, cell: (partner) => <AttachesToAll partner={partner} administer={administer} /> },
          { header: t.valid, numeric: true, cell: ({ tokens }) => format.number(tokens) },
          {
            header: t.lastUsed,
            tight: true,
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.never : format.dateTime(lastUsedAt)),
          },
          { header: t.made, tight: true, cell: ({ createdAt }) => format.date(createdAt) },
        ]}
      />
    </section>
  );
}
