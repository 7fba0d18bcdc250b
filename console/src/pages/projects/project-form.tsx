import { Button, Group, Paper, Stack, TagsInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Action, ProjectFields } from '../../api/types.ts';
import { Failure } from '../../shared/failure.tsx';
import { Unsaved } from '../../shared/unsaved.tsx';
import { common } from '../../text/common.ts';
import { projectsText } from '../../text/projects.ts';
import { useText } from '../../text.ts';
import { FacilityFields } from './facility-fields.tsx';

interface Props {
  initial: ProjectFields;
  allowed: Action;
  busy: boolean;
  error: unknown;
  onSave: (fields: ProjectFields) => void;
}

export function ProjectForm({ initial, allowed, busy, error, onSave }: Props) {
  const t = useText(projectsText);
  const c = useText(common);
  const [form, setForm] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(form);
  };
  const changed = JSON.stringify(form) !== JSON.stringify(initial);
  return (
    <Paper withBorder p="lg" maw={720} bg="var(--door-surface)">
      {/* The page that a new project leads to comes while it is still being saved. */}
      <Unsaved changed={changed && !busy} />
      <form onSubmit={submit}>
        <fieldset disabled={!allowed.allowed} style={{ border: 0, padding: 0, margin: 0 }}>
          <Stack>
            <TextInput
              label={t.number}
              required
              maxLength={255}
              value={form.number}
              onChange={(event) => setForm({ ...form, number: event.currentTarget.value })}
            />
            <TextInput
              label={t.name}
              required
              maxLength={255}
              value={form.name}
              onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
            />
            <TagsInput
              label={t.proposalIds}
              description={t.proposalIdsHint}
              value={form.proposalIds}
              onChange={(proposalIds) => setForm({ ...form, proposalIds })}
              acceptValueOnBlur
            />
            <FacilityFields facilities={form.facilities} onChange={(facilities) => setForm({ ...form, facilities })} />
            {error !== null && <Failure error={error} />}
            {allowed.allowed && (
              <Group justify="flex-end">
                <Button type="submit" loading={busy}>
                  {c.save}
                </Button>
              </Group>
            )}
          </Stack>
        </fieldset>
      </form>
    </Paper>
  );
}
