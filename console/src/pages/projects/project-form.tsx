import { ActionIcon, Button, Group, Input, Paper, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { Action, ProjectFields } from '../../api/types.ts';
import { Form, type FormChange } from '../../shared/form/form.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { common } from '../../text/common.ts';
import { editingText } from '../editing/text.ts';
import { projectsText } from './text.ts';
import { useText } from '../../text.ts';

interface Props {
  form: UseFormReturnType<ProjectFields>;
  change: FormChange<ProjectFields>;
  allowed: Action;
  /** Replaces the fields while the reader chooses between two values. */
  conflict?: ReactNode;
  edits?: boolean;
}

export function ProjectForm({ form, change, allowed, conflict, edits = false }: Props) {
  const c = useText(common);
  const e = useText(editingText);
  return (
    <Paper withBorder p="lg" maw={720} bg="var(--door-surface)">
      <Form
        form={form}
        change={change}
        allowed={allowed}
        submit={conflict === undefined ? c.save : e.saveChoice}
        edits={edits && conflict === undefined}
        asksBeforeLeaving
      >
        {conflict ?? <Inputs form={form} />}
      </Form>
    </Paper>
  );
}

function Inputs({ form }: Pick<Props, 'form'>) {
  const t = useText(projectsText);
  return (
    <>
      <TextInput label={t.number} required maxLength={255} {...form.getInputProps('number')} />
      <TextInput label={t.name} required maxLength={255} {...form.getInputProps('name')} />
      <TagsInput
        label={t.proposalIds}
        description={t.proposalIdsHint}
        acceptValueOnBlur
        {...form.getInputProps('proposalIds')}
      />
      {form.values.proposalIds.length === 0 && (
        <Text size="sm" c="light-dark(#a04100, #ffc078)" mt={-8}>
          {t.noProposal}
        </Text>
      )}
      <Facilities form={form} />
    </>
  );
}

function Facilities({ form }: Pick<Props, 'form'>) {
  const t = useText(projectsText);
  return (
    <Input.Wrapper
      label={t.facilities}
      description={t.facilitiesHint}
      labelElement="div"
      role="group"
      aria-label={t.facilities}
    >
      <Stack gap="xs" mt="xs">
        {form.values.facilities.map((facility, at) => (
          <Group key={at} gap="xs" wrap="nowrap">
            <TextInput
              aria-label={t.facilityNumber}
              placeholder={t.facilityNumber}
              required
              maxLength={255}
              w="clamp(80px, 25%, 150px)"
              {...form.getInputProps(`facilities.${at}.number`)}
            />
            <TextInput
              aria-label={t.facilityName}
              placeholder={t.facilityName}
              maxLength={255}
              flex={1}
              {...form.getInputProps(`facilities.${at}.name`)}
            />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t.removeFacility(facility.number)}
              onClick={() => form.removeListItem('facilities', at)}
            >
              <Icon name="cross" size={15} />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => form.insertListItem('facilities', { number: '', name: '' })}
          >
            {t.addFacility}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}
