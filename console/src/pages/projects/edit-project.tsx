import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Project, ProjectPath } from '../../api/types.ts';
import { ApiFailure, readTagged, type Tagged } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { NotFound } from '../../layout/not-found.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { ButtonLink } from '../../shared/page/link.tsx';
import { Page } from '../../shared/page/page.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { projectsText } from '../../text/projects.ts';
import { useText } from '../../text.ts';
import { SavedProject } from './saved-project.tsx';
import { Warnings } from './warnings.tsx';

const route = getRouteApi('/inside/companies/$companyId/projects/$projectId');

export function EditProject() {
  const { projectId } = route.useParams();
  const path: ProjectPath = useCompanyPath()(`/projects/${encodeURIComponent(projectId)}`);
  // A form that somebody is filling in must not change under their hands.
  const { data, error, refetch } = useQuery({
    queryKey: ['editing', path],
    queryFn: ({ signal }): Promise<Tagged<Project>> => readTagged(path, signal),
  });
  if (data !== undefined) return <ProjectView read={data} path={path} />;
  if (error instanceof ApiFailure && error.status === 404) return <NotFound />;
  return error === null ? <PageSkeleton /> : <Failure error={error} retry={() => void refetch()} />;
}

function ProjectView({ read, path }: { read: Tagged<Project>; path: ProjectPath }) {
  const t = useText(projectsText);
  const { companyId } = route.useParams();
  const mayEdit = useAllowed('edit');
  const { id, number, name, workOrderCount, notices } = read.record;
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
      <Warnings warnings={notices} />
      {!mayEdit.allowed && <Text c="dimmed">{mayEdit.why}</Text>}
      <SavedProject key={id} read={read} path={path} allowed={mayEdit} />
    </Page>
  );
}
