import { Button, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { sessionQuery } from '../../session.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Page } from '../../shared/page/page.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { layout } from '../../text/layout.ts';
import { useText } from '../../text.ts';

/** Where a service has no company yet, or an operator none to enter. */
export function NoCompany() {
  const t = useText(layout);
  const { allowed } = useAllowed('administer');
  return (
    <Page title={allowed ? t.firstCompany : t.noCompany}>
      <Empty
        title={allowed ? t.firstCompany : t.noCompany}
        next={allowed ? t.firstCompanyNext : t.noCompanyNext}
        icon="suppliers"
      >
        {allowed && <CompanyForm />}
      </Empty>
    </Page>
  );
}

function CompanyForm() {
  const t = useText(layout);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = useChange(() => change('POST', '/companies', { name }), {
    done: async ({ id }) => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
      await navigate({ to: '/companies/$companyId/partners', params: { companyId: id } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack mt="sm" ta="start">
        <TextInput
          label={t.companyName}
          required
          maxLength={255}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {create.error !== null && <Failure error={create.error} />}
        <Button type="submit" loading={create.isPending}>
          {t.createCompany}
        </Button>
      </Stack>
    </form>
  );
}
