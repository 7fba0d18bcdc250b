import { useState } from 'react';
import type { Action, Project, ProjectFields, ProjectPath } from '../../api/types.ts';
import { changeTagged, type Tagged } from '../../api.ts';
import { projectsText } from '../../text/projects.ts';
import { useText } from '../../text.ts';
import { ChangedMeanwhile } from '../editing/changed-meanwhile.tsx';
import { useGuarded } from '../editing/use-guarded.ts';
import { ProjectForm } from './project-form.tsx';

const fields = ['number', 'name', 'proposalIds', 'facilities'] as const;
type Field = (typeof fields)[number];

const fieldsOf = ({ number, name, proposalIds, facilities }: ProjectFields): ProjectFields => ({
  number,
  name,
  proposalIds,
  facilities,
});

/** Each field as a text, in which two that mean the same are the same. */
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

interface Props {
  read: Tagged<Project>;
  path: ProjectPath;
  allowed: Action;
}

/** The form of a project that is there. It is saved over the project that it was begun with, and over no other. */
export function SavedProject({ read: latest, path, allowed }: Props) {
  const t = useText(projectsText);
  const [read, setRead] = useState(latest);
  const [form, setForm] = useState(() => fieldsOf(latest.record));
  const { save, busy, error, conflict } = useGuarded<ProjectPath, Field>({
    path,
    read,
    fields,
    textsOf,
    yours: textsOf(form),
    message: t.saved,
    done: () => undefined,
    send: async (now, leave) => {
      const theirs = fieldsOf(now.record);
      const chosen = { ...form, ...Object.fromEntries([...leave].map((field) => [field, theirs[field]])) };
      const saved = await changeTagged(now.etag, 'PUT', path, chosen);
      setForm(fieldsOf(saved.record));
      setRead(saved);
    },
  });
  return (
    <ProjectForm
      form={form}
      onChange={setForm}
      changed={JSON.stringify(form) !== JSON.stringify(fieldsOf(read.record))}
      allowed={allowed}
      busy={busy}
      error={error}
      onSave={save}
      conflict={conflict && <ChangedMeanwhile labels={t} {...conflict} />}
    />
  );
}
