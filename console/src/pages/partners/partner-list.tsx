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
import { useSettings } from '../../settings.ts';
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
          {
            header: t.attachesTo,
            cell: (partner) => <Right partner={partner} field="attachesToAll" administer={administer} />,
          },
          {
            header: 'Webhooks',
            cell: (partner) => <Right partner={partner} field="managesWebhooks" administer={administer} />,
          },
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

/** What a partner may do in addition to what its tokens say. */
const rights = {
  attachesToAll: (t, name) => [
    t.attachesToAll,
    t.attachesToAllOf(name),
    t.attachesToAllNow(name),
    t.attachesToOwnNow(name),
  ],
  managesWebhooks: (t, name) => [
    t.managesWebhooks,
    t.managesWebhooksOf(name),
    t.managesWebhooksNow(name),
    t.managesNoWebhooksNow(name),
  ],
} satisfies Record<string, (t: typeof accessText.en, name: string) => [string, string, on: string, off: string]>;

interface RightProps {
  partner: PartnerRow;
  field: keyof typeof rights;
  administer: Action;
}

function Right({ partner, field, administer }: RightProps) {
  const { id, name, [field]: isOn } = partner;
  const t = useText(accessText);
  const [label, description, on, off] = rights[field](t, name);
  const isOffForAll = useSettings()?.partnersManageWebhooks === false && field === 'managesWebhooks';
  const path = useCompanyPath();
  const switching = useChange((allowed: boolean) => change('PATCH', path(`/partners/${id}`), { [field]: allowed }), {
    done: (_, allowed) => notifications.show({ message: allowed ? on : off, color: 'teal' }),
  });
  return (
    <Stack gap="xs">
      <Switch
        size="sm"
        label={label}
        aria-label={description}
        description={isOffForAll && t.offForAllPartners}
        checked={!isOffForAll && (switching.isPending ? switching.variables : isOn)}
        disabled={isOffForAll || !administer.allowed || switching.isPending}
        onChange={(event) => switching.mutate(event.currentTarget.checked)}
      />
      {switching.error !== null && <Failure error={switching.error} />}
    </Stack>
  );
}
