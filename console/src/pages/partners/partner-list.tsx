import { Stack, Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi } from '@tanstack/react-router';
import type { Action, PartnerRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { Section } from '../../shared/record/panel.tsx';
import { Link } from '../../shared/page/link.tsx';
import { ExportMenu } from '../../shared/list/export-menu.tsx';
import { List } from '../../shared/list/list.tsx';
import { accessText } from '../../text/access.ts';
import { useText } from '../../text.ts';
import { NewByName } from '../../shared/form/new-by-name.tsx';

const route = getRouteApi('/inside/companies/$companyId/partners');

export function PartnerList({ administer }: { administer: Action }) {
  const t = useText(accessText);
  const format = useFormat();
  const path = useCompanyPath();
  const { companyId } = route.useParams();
  return (
    <Section
      title={t.partners}
      about={t.attachesToAbout}
      actions={
        <>
          <ExportMenu path={path('/partners')} />
          <NewByName
            action={administer}
            words={t.newPartner}
            label={t.partnerName}
            submit={t.createPartner}
            message={t.partnerMade}
            send={(partner) => change('POST', path('/partners'), partner)}
          />
        </>
      }
    >
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
            grows: true,
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
    </Section>
  );
}

export function AttachesToAll({
  partner: { id, name, attachesToAll },
  administer,
}: {
  partner: PartnerRow;
  administer: Action;
}) {
  const t = useText(accessText);
  const path = useCompanyPath();
  const switching = useChange(
    (allowed: boolean) => change('PATCH', path(`/partners/${id}`), { attachesToAll: allowed }),
    {
      done: (_, allowed) =>
        notifications.show({ message: allowed ? t.attachesToAllNow(name) : t.attachesToOwnNow(name), color: 'teal' }),
    },
  );
  return (
    <Stack gap="xs">
      <Switch
        size="sm"
        label={t.attachesToAll}
        aria-label={t.attachesToAllOf(name)}
        checked={switching.isPending ? switching.variables : attachesToAll}
        disabled={!administer.allowed || switching.isPending}
        onChange={(event) => switching.mutate(event.currentTarget.checked)}
      />
      {switching.error !== null && <Failure error={switching.error} />}
    </Stack>
  );
}
