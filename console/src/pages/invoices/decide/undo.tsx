import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { shownKey } from './key-button.tsx';

/** Long enough to see what happened and to press a key. */
const shownMs = 12_000;

/** The decision that can be undone: the last one, while the reader is told of it. */
let last: { id: string; undo: () => void } | undefined;

interface Told {
  message: string;
  words: string;
  undo: () => void;
}

/** Tells of a decision, with a way back. */
export function tellWithUndo({ message, words, undo }: Told): void {
  if (last !== undefined) notifications.hide(last.id);
  const id = `decided-${Date.now()}-${Math.random()}`;
  const once = () => {
    if (last?.id !== id) return;
    last = undefined;
    notifications.hide(id);
    undo();
  };
  last = { id, undo: once };
  notifications.show({
    id,
    color: 'teal',
    autoClose: shownMs,
    onClose: () => {
      if (last?.id === id) last = undefined;
    },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Button size="compact-sm" variant="default" onClick={once} {...shownKey('Z')}>
          {words}
        </Button>
      </Group>
    ),
  });
}

/** Undoes the last decision, where there is one to undo. */
export const undoLast = (): void => last?.undo();
