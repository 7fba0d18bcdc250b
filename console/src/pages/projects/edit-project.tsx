import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { request } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { ButtonLink } from '../../shared/link.tsx';
import { Page } from '../../shared/page.tsx';
import { RecordOf } from '../../shared/record.tsx';
import { useChange } from '../../shared/use-change.ts';
import { projectsText } from '../../text/projects.ts';
import { useText } from '../../text.ts';
import { ProjectForm } from './project-form.tsx';
import type { Project, ProjectForm as Form } from './types.ts';
import { Warnings } from './warnings.tsx';

const route = getRouteApi('/inside/companies/$companyId/projects/$projectId');

export function EditProject() {
  const { projectId } = route.useParams();
  const path = useCompanyPath()(`/projects/${encodeURIComponent(projectId)}`);
  return (
    <RecordOf<Project> path={path} refresh={false}>
      {(project) => <ProjectView key={project.id} project={project} path={path} />}
    </RecordOf>
  );
}

function ProjectView({ project, path }: { project: Project; path: string }) {
  const t = useText(projectsText);
  const { companyId } = route.useParams();
  const mayEdit = useAllowed('edit');
  const save = useChange((form: Form) => request<Project>(path, { method: 'PUT', body: form }), { message: t.saved });
  const { number, name, proposalIds, facilities, workOrderCount } = project;
  return (
    <Page
      title={name}
      actions={
        workOrderCount > 0 && (
          <ButtonLink
            variant="default"
            to="/companies/$companyId/work-orders"
            params={{ companyId }}
            search={{ project: number }}
          >
            {t.showWorkOrders(workOrderCount)}
          </ButtonLink>
        )
      }
    >
      <Warnings warnings={project.warnings} />
      {!mayEdit.allowed && <Text c="dimmed">{mayEdit.why}</Text>}
      <ProjectForm
        initial={{ number, name, proposalIds, facilities }}
        allowed={mayEdit}
        busy={save.isPending}
        error={save.error}
        onSave={save.mutate}
      />
    </Page>
  );
}
