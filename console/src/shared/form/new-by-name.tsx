import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Action } from '../../api/types.ts';
import { ActionButton } from '../page/action-button.tsx';
import { Form } from '../../shared/form/form.tsx';
import { FormModal } from './form-modal.tsx';
import { Icon } from '../page/icon.tsx';
import { useChange } from './use-change.ts';

interface Props {
  action: Action;
  /** The text of the button, and the title of the dialog. */
  words: string;
  label: string;
  submit: string;
  message: string;
  send: (values: { name: string }) => Promise<unknown>;
}

export function NewByName({ action, words, ...form }: Props) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <ActionButton
        action={action}
        variant="default"
        leftSection={<Icon name="plus" size={15} />}
        onClick={() => setOpened(true)}
      >
        {words}
      </ActionButton>
      <FormModal opened={opened} onClose={close} title={words}>
        <NameForm {...form} onClose={close} />
      </FormModal>
    </>
  );
}

function NameForm({
  label,
  submit,
  message,
  send,
  onClose,
}: Omit<Props, 'action' | 'words'> & { onClose: () => void }) {
  const form = useForm({ initialValues: { name: '' } });
  const create = useChange(send, { message, done: onClose });
  return (
    <Form form={form} change={create} submit={submit}>
      <TextInput label={label} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
    </Form>
  );
}
