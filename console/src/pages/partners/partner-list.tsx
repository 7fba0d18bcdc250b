import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { Action } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Link } from '../../shared/page/link.tsx';
import { List } from '../../shared/list/list.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { accessText } from '../../text/access.ts';
import { useText } from '../../text.ts';
import { AttachesToAll } from './attaches-to-all.tsx';

const route = getRouteApi('/inside/companies/$companyId/partners');

export function PartnerList({ administer }: { administer: Action }) {
  const t = useText(accessText);
  const format = useFormat();
  const path = useCompanyPath();
  const { companyId } = route.useParams();
  const [creating, setCreating] = useState(false);
  return (
    <section aria-label={t.partners}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t.partners}
        </Title>
        <ActionButton
          action={administer}
          variant="default"
          leftSection={<Icon name="plus" size={15} />}
          onClick={() => setCreating(true)}
        >
          {t.newPartner}
        </ActionButton>
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
      <NewPartner opened={creating} onClose={() => setCreating(false)} />
    </section>
  );
}

function NewPartner({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText(accessText);
  return (
    <FormModal opened={opened} onClose={onClose} title={t.newPartner}>
      <PartnerForm onClose={onClose} />
    </FormModal>
  );
}

function PartnerForm({ onClose }: { onClose: () => void }) {
  const t = useText(accessText);
  const path = useCompanyPath();
  const [name, setName] = useState('');
  const create = useChange(() => change('POST', path('/partners'), { name }), {
    message: t.partnerMade,
    done: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.partnerName}
          required
          maxLength={255}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {create.error !== null && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t.createPartner}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
