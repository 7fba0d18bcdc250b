import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { common } from '../text/common.ts';
import { useText } from '../text.ts';
import { Failure } from './failure.tsx';

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
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t.close }}>
      <Stack>
        <Text size="sm">{about}</Text>
        {error !== null && error !== undefined && <Failure error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel ?? t.cancel}
          </Button>
          <Button color="red" loading={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
