import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { common } from '../../../text/common.ts';
import { decideText } from '../../../text/decide.ts';
import { useText } from '../../../text.ts';
import type { Decide } from './use-decide.ts';

/** Says why the invoice cannot be decided, such as that a colleague has just done so, and offers to go on. */
export function ObstacleModal({ decide, onNext }: { decide: Decide; onNext: (() => void) | undefined }) {
  const t = useText(decideText);
  const { close } = useText(common);
  const { obstacle, clear } = decide;
  return (
    <Modal
      opened={obstacle !== undefined}
      onClose={clear}
      title={obstacle?.title}
      closeButtonProps={{ 'aria-label': close }}
    >
      <Stack>
        <Text size="sm">{obstacle?.why}</Text>
        <Group justify="flex-end">
          <Button
            variant={onNext === undefined ? 'filled' : 'default'}
            data-autofocus={onNext === undefined || undefined}
            onClick={clear}
          >
            {t.stay}
          </Button>
          {onNext !== undefined && (
            <Button
              data-autofocus
              onClick={() => {
                clear();
                onNext();
              }}
            >
              {t.goOn}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
