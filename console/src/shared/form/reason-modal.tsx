import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { Failure } from '../page/failure.tsx';
import { FormModal } from './form-modal.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  about: string;
  label: string;
  /** Whether something must be written. */
  required: boolean;
  confirm: string;
  colour?: string;
  busy: boolean;
  error: unknown;
  onConfirm: (reason: string) => void;
  /** What is to be read before something is written. */
  above?: ReactNode;
  /** What else is to be chosen. */
  children?: ReactNode;
}

/** Asks once more, and for the reason, before a decision that others will see. */
export function ReasonModal(props: Props) {
  return (
    <FormModal opened={props.opened} onClose={props.onClose} title={props.title}>
      <ReasonForm {...props} />
    </FormModal>
  );
}

function ReasonForm({
  onClose,
  about,
  label,
  required,
  confirm,
  colour,
  busy,
  error,
  onConfirm,
  above,
  children,
}: Props) {
  const t = useText(common);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (required && reason.trim() === '') setMissing(true);
    else onConfirm(reason.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{about}</Text>
        {above}
        <Textarea
          label={label}
          withAsterisk={required}
          required={required}
          autosize
          minRows={3}
          maxLength={1000}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={missing && reason.trim() === '' ? t.required : undefined}
        />
        {children}
        {error !== null && error !== undefined && <Failure error={error} tried="decided" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={busy} {...(colour !== undefined && { color: colour })}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
