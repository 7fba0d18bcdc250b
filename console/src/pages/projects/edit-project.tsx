import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Project, ProjectFields, ProjectPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { ButtonLink } from '../../shared/link.tsx';
import { Page } from '../../shared/page.tsx';
import { RecordOf } from '../../shared/record.tsx';
import { useChange } from '../../shared/use-change.ts';
import { projectsText } from '../../text/projects.ts';
import { useText } from '../../text.ts';
import { ProjectForm } from './project-form.tsx';
import { Warnings } from './warnings.tsx';

const route = getRouteApi('/inside/companies/$companyId/projects/$projectId');

export function EditProject() {
  const { projectId } = route.useParams();
  const path = useCompanyPath()(`/projects/${encodeURIComponent(projectId)}`);
  return (
    <RecordOf path={path} refresh={false}>
      {(project) => <ProjectView key={project.id} project={project} path={path} />}
    </RecordOf>
  );
}

function ProjectView({ project, path }: { project: Project; path: ProjectPath }) {
  const t = useText(projectsText);
  const { companyId } = route.useParams();
  const mayEdit = useAllowed('edit');
  const save = useChange((fields: ProjectFields) => change('PUT', path, fields), { message: t.saved });
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
      <Warnings warnings={project.notices} />
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
