import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Action } from '../../api/types.ts';
import { change } from '../../api.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { operatorsText } from '../../text/operators.ts';
import { useText } from '../../text.ts';

export function NewCompany({ administer }: { administer: Action }) {
  const t = useText(operatorsText);
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <ActionButton action={administer} variant="default" onClick={() => setOpened(true)}>
        {t.newCompany}
      </ActionButton>
      <FormModal opened={opened} onClose={close} title={t.newCompany}>
        <CompanyForm onClose={close} />
      </FormModal>
    </>
  );
}

function CompanyForm({ onClose }: { onClose: () => void }) {
  const t = useText(operatorsText);
  const [name, setName] = useState('');
  const create = useChange(() => change('POST', '/companies', { name }), { message: t.companyMade, done: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.companyName}
          required
          maxLength={255}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {create.error !== null && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t.createCompany}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
