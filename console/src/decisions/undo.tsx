import { Button, Group, Kbd, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** Long enough to read the message and press a key. */
const shownMs = 12_000;

/** The last decision, while its message is shown. */
let last: { id: string; undo: () => void } | undefined;

interface UndoMessage {
  message: string;
  label: string;
  undo: () => void;
}

export function showWithUndo({ message, label, undo }: UndoMessage): void {
  if (last !== undefined) notifications.hide(last.id);
  const id = `decided-${Date.now()}-${Math.random()}`;
  const undoOnce = () => {
    if (last?.id !== id) return;
    last = undefined;
    notifications.hide(id);
    undo();
  };
  last = { id, undo: undoOnce };
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
        <Button size="compact-sm" variant="default" onClick={undoOnce} {...shortcutHint('Z')}>
          {label}
        </Button>
      </Group>
    ),
  });
}

export const undoLast = (): void => last?.undo();

/** Props that show a button's key. The button's accessible name does not contain it. */
export const shortcutHint = (key: string) => ({
  'aria-keyshortcuts': key,
  rightSection: (
    <Kbd size="xs" aria-hidden data-shortcut>
      {key}
    </Kbd>
  ),
});
