import { Button, Group, Paper, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { Action, ProjectFields } from '../../api/types.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { Unsaved } from '../../shared/form/unsaved.tsx';
import { common } from '../../text/common.ts';
import { editingText } from '../../text/editing.ts';
import { projectsText } from '../../text/projects.ts';
import { useText } from '../../text.ts';
import { FacilityFields } from './facility-fields.tsx';

interface Props {
  form: ProjectFields;
  onChange: (form: ProjectFields) => void;
  /** Whether something would be lost. */
  changed: boolean;
  allowed: Action;
  busy: boolean;
  error: unknown;
  onSave: () => void;
  /** What has to be chosen first, where somebody has changed it meanwhile. */
  conflict?: ReactNode;
}

export function ProjectForm({ form, onChange, changed, allowed, busy, error, onSave, conflict }: Props) {
  const c = useText(common);
  const e = useText(editingText);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <Paper withBorder p="lg" maw={720} bg="var(--door-surface)">
      {/* The page that a new project leads to comes while it is still being saved. */}
      <Unsaved changed={changed && !busy} />
      <form onSubmit={submit}>
        <fieldset disabled={!allowed.allowed} style={{ border: 0, padding: 0, margin: 0 }}>
          <Stack>
            {conflict ?? <Inputs form={form} onChange={onChange} />}
            {error !== null && <Failure error={error} />}
            {allowed.allowed && (
              <Group justify="flex-end">
                <Button type="submit" loading={busy}>
                  {conflict === undefined ? c.save : e.saveChoice}
                </Button>
              </Group>
            )}
          </Stack>
        </fieldset>
      </form>
    </Paper>
  );
}

function Inputs({ form, onChange }: Pick<Props, 'form' | 'onChange'>) {
  const t = useText(projectsText);
  return (
    <>
      <TextInput
        label={t.number}
        required
        maxLength={255}
        value={form.number}
        onChange={(event) => onChange({ ...form, number: event.currentTarget.value })}
      />
      <TextInput
        label={t.name}
        required
        maxLength={255}
        value={form.name}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
      />
      <TagsInput
        label={t.proposalIds}
        description={t.proposalIdsHint}
        value={form.proposalIds}
        onChange={(proposalIds) => onChange({ ...form, proposalIds })}
        acceptValueOnBlur
      />
      {form.proposalIds.length === 0 && (
        <Text size="sm" c="light-dark(#a04100, #ffc078)" mt={-8}>
          {t.noProposal}
        </Text>
      )}
      <FacilityFields facilities={form.facilities} onChange={(facilities) => onChange({ ...form, facilities })} />
    </>
  );
}
