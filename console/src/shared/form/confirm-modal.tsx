import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { Failure } from '../page/failure.tsx';
import { sendByKeys } from './form-modal.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  about: string;
  confirm: string;
  /** What the other button says; otherwise "cancel". */
  cancel?: string;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
}

/** Asks once more before something is lost. */
export function ConfirmModal({ opened, onClose, title, about, confirm, cancel, busy, error, onConfirm }: Props) {
  const t = useText(common);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onConfirm();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t.close }}>
      <Stack component="form" onSubmit={submit} onKeyDown={sendByKeys}>
        <Text size="sm">{about}</Text>
        {error !== null && error !== undefined && <Failure error={error} tried="done" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel ?? t.cancel}
          </Button>
          <Button type="submit" color="red" loading={busy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
