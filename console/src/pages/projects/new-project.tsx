import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProjectFields } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { Page } from '../../shared/page/page.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { projectsText } from '../../text/projects.ts';
import { useText } from '../../text.ts';
import { ProjectForm } from './project-form.tsx';

const route = getRouteApi('/inside/companies/$companyId/projects/new');

const nothing: ProjectFields = { number: '', name: '', proposalIds: [], facilities: [{ number: '', name: '' }] };

export function NewProject() {
  const [form, setForm] = useState(nothing);
  const t = useText(projectsText);
  const path = useCompanyPath();
  const navigate = useNavigate();
  const { companyId } = route.useParams();
  const create = useChange((fields: ProjectFields) => change('POST', path('/projects'), fields), {
    message: t.created,
    done: ({ id }) =>
      navigate({ to: '/companies/$companyId/projects/$projectId', params: { companyId, projectId: id } }),
  });
  return (
    <Page title={t.newTitle}>
      <ProjectForm
        form={form}
        onChange={setForm}
        changed={JSON.stringify(form) !== JSON.stringify(nothing)}
        allowed={useAllowed('edit')}
        busy={create.isPending}
        error={create.error}
        onSave={() => create.mutate(form)}
      />
    </Page>
  );
}
