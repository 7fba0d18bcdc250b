import { useForm } from '@mantine/form';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ProjectFields } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { useChange } from '../../shared/form/use-change.ts';
import { Page } from '../../shared/page/page.tsx';
import { projectsText } from './text.ts';
import { useText } from '../../text.ts';
import { ProjectForm } from './project-form.tsx';

const route = getRouteApi('/inside/companies/$companyId/projects/new');

export function NewProject() {
  const t = useText(projectsText);
  const path = useCompanyPath();
  const navigate = useNavigate();
  const { companyId } = route.useParams();
  const form = useForm<ProjectFields>({
    initialValues: { number: '', name: '', proposalIds: [], facilities: [{ number: '', name: '' }] },
  });
  const create = useChange((fields: ProjectFields) => change('POST', path('/projects'), fields), {
    message: t.created,
    done: ({ id }) =>
      navigate({ to: '/companies/$companyId/projects/$projectId', params: { companyId, projectId: id } }),
  });
  return (
    <Page title={t.newTitle}>
      <ProjectForm form={form} change={create} allowed={useAllowed('edit')} />
    </Page>
  );
}
