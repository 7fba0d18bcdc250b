import { Button, Group, Kbd, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { lastOperator } from '../session-end.ts';
import { createUndoStack, type Undoable } from './undo-stack.ts';

/** Long enough to read the message and press a key. */
const shownMs = 12_000;
/** Only the newest decision has a message. Each has an id of its own: the same one would close when the first should. */
let shownId = '';

interface Decided extends Undoable {
  message: string;
  label: string;
}

/** Nobody undoes the decisions of whoever used this window before. */
let own = { operator: lastOperator()?.id, stack: createUndoStack<Decided>() };

function stackOfOperator() {
  const operator = lastOperator()?.id;
  if (own.operator !== operator) own = { operator, stack: createUndoStack() };
  return own.stack;
}

export function showWithUndo(decided: Decided): void {
  stackOfOperator().push(decided);
  show(decided);
}

/** Undoes the newest decision that is left, whether its message is still shown or not. */
export const undoLast = (): void => void undo();

async function undo(decided?: Decided): Promise<void> {
  notifications.hide(shownId);
  const next = await stackOfOperator().undo(decided);
  if (next !== undefined) show(next);
}

function show(decided: Decided): void {
  notifications.hide(shownId);
  shownId = notifications.show({
    color: 'teal',
    autoClose: shownMs,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {decided.message}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          style={{ flexShrink: 0 }}
          onClick={() => void undo(decided)}
          {...shortcutHint('Z')}
        >
          {decided.label}
        </Button>
      </Group>
    ),
  });
}

/** Props that show a button's key. The button's accessible name does not contain it. */
export const shortcutHint = (key: string) => ({
  'aria-keyshortcuts': key,
  rightSection: (
    <Kbd size="xs" aria-hidden data-shortcut>
      {key}
    </Kbd>
  ),
});
