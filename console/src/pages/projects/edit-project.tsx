import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Action, Project, ProjectFields, ProjectPath } from '../../api/types.ts';
import { ApiFailure, changeTagged, readTagged, type RecordWithEtag } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { NotFound } from '../../layout/failures.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { ButtonLink } from '../../shared/page/link.tsx';
import { Page } from '../../shared/page/page.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { projectsText } from './text.ts';
import { useText } from '../../text.ts';
import { ChangedMeanwhile } from '../editing/changed-meanwhile.tsx';
import { useVersionedSave } from '../editing/use-versioned-save.ts';
import { ProjectForm } from './project-form.tsx';
import { Warnings } from './warnings.tsx';

const route = getRouteApi('/inside/companies/$companyId/projects/$projectId');

export function EditProject() {
  const { projectId } = route.useParams();
  const path: ProjectPath = useCompanyPath()(`/projects/${encodeURIComponent(projectId)}`);
  // Read once: a form must not change while somebody fills it in.
  const { data, error, refetch } = useQuery({
    queryKey: ['editing', path],
    queryFn: ({ signal }): Promise<RecordWithEtag<Project>> => readTagged(path, signal),
  });
  if (data !== undefined) return <ProjectView read={data} path={path} />;
  if (error instanceof ApiFailure && error.status === 404) return <NotFound />;
  return error === null ? <PageSkeleton /> : <Failure error={error} retry={() => void refetch()} />;
}

function ProjectView({ read, path }: { read: RecordWithEtag<Project>; path: ProjectPath }) {
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
      <EditForm key={id} read={read} path={path} allowed={mayEdit} />
    </Page>
  );
}

const fields = ['number', 'name', 'proposalIds', 'facilities'] as const;
type Field = (typeof fields)[number];

const fieldsOf = ({ number, name, proposalIds, facilities }: ProjectFields): ProjectFields => ({
  number,
  name,
  proposalIds,
  facilities,
});

/** Each field as a text. Spaces and the order of a list make no difference. */
const textsOf = ({ number, name, proposalIds, facilities }: ProjectFields): Record<Field, string> => ({
  number: number.trim(),
  name: name.trim(),
  proposalIds: proposalIds
    .map((one) => one.trim())
    .toSorted()
    .join(', '),
  facilities: facilities
    .map((one) => `${one.number.trim()}${one.name.trim() && ` ${one.name.trim()}`}`)
    .toSorted()
    .join('\n'),
});

interface EditFormProps {
  read: RecordWithEtag<Project>;
  path: ProjectPath;
  allowed: Action;
}

function EditForm({ read: latest, path, allowed }: EditFormProps) {
  const t = useText(projectsText);
  const [read, setRead] = useState(latest);
  const form = useForm({ initialValues: fieldsOf(latest.record) });
  const { change, conflict } = useVersionedSave<ProjectPath, Field, ProjectFields>({
    path,
    read,
    fields,
    textsOf,
    message: t.saved,
    send: async (values, now, leave) => {
      const theirs = fieldsOf(now.record);
      const chosen = { ...values, ...Object.fromEntries([...leave].map((field) => [field, theirs[field]])) };
      const saved = await changeTagged(now.etag, 'PUT', path, chosen);
      form.setInitialValues(fieldsOf(saved.record));
      form.reset();
      setRead(saved);
    },
  });
  return (
    <ProjectForm
      form={form}
      change={change}
      allowed={allowed}
      edits
      conflict={conflict && <ChangedMeanwhile labels={t} {...conflict} />}
    />
  );
}
