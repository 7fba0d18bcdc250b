import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { change } from '../../api.ts';
import { consolePath } from '../../base-path.ts';
import { useAllowed } from '../../company.ts';
import { sessionQuery } from '../../session.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Form } from '../../shared/form/form.tsx';
import { Page } from '../../shared/page/page.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { layout } from '../../layout/text.ts';
import { useText } from '../../text.ts';

export function NoCompany() {
  const t = useText(layout);
  const { allowed } = useAllowed('administerInstallation');
  return (
    <Page title={allowed ? t.firstCompany : t.noCompany}>
      <Empty
        title={allowed ? t.firstCompany : t.noCompany}
        next={allowed ? t.firstCompanyNext : t.noCompanyNext}
        icon="suppliers"
      >
        {allowed ? (
          <CompanyForm />
        ) : (
          <Button component="a" href={consolePath}>
            {t.loadAgain}
          </Button>
        )}
      </Empty>
    </Page>
  );
}

function CompanyForm() {
  const t = useText(layout);
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '' } });
  const create = useChange((company: typeof form.values) => change('POST', '/companies', company), {
    done: async ({ id }) => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
      await navigate({ to: '/companies/$companyId/partners', params: { companyId: id } });
    },
  });
  return (
    <Form form={form} change={create} submit={t.createCompany} button={{ fullWidth: true }}>
      <TextInput label={t.companyName} required maxLength={255} ta="start" {...form.getInputProps('name')} />
    </Form>
  );
}
