import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { useFormat } from '../format.ts';
import { Icon } from '../shared/page/icon.tsx';
import { useKeys } from '../shared/page/keys.ts';
import { useText } from '../text.ts';
import type { Queue } from './queue.ts';
import styles from './queue-bar.module.css';
import { decideText } from './text.ts';
import { undoLast } from './undo.tsx';
import type { Navigation } from './use-navigation.ts';

interface Props {
  queue: Queue;
  navigation: Navigation;
  /** The id of the position. */
  id: string;
  text: { previous: string; next: string };
}

/** The way back to the list and to its other rows, with the keys for it. */
export function QueueBar({ queue, navigation, id, text }: Props) {
  const t = useText(decideText);
  const format = useFormat();
  const { enabled, position, total, previous, next } = queue;
  useKeys({
    j: () => navigation.to(next),
    k: () => navigation.to(previous),
    escape: navigation.toList,
    z: undoLast,
  });
  const steps = [
    { label: text.previous, key: 'K', icon: 'up', to: previous },
    { label: text.next, key: 'J', icon: 'down', to: next },
  ] as const;
  const count = total === undefined ? '…' : format.number(Math.max(total.count, position ?? 0));
  return (
    <Group gap="xs" wrap="nowrap" className={styles.way}>
      <Tooltip label={`${t.toList} (Esc)`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.toList}
          aria-keyshortcuts="Escape"
          onClick={navigation.toList}
        >
          <Icon name="back" size={18} />
        </ActionIcon>
      </Tooltip>
      {enabled && (
        <Group gap={6} wrap="nowrap">
          {steps.map(({ label, key, icon, to }) => (
            <Tooltip key={key} label={`${label} (${key})`}>
              <ActionIcon
                variant="default"
                size="md"
                aria-label={label}
                aria-keyshortcuts={key}
                data-disabled={to === undefined || undefined}
                aria-disabled={to === undefined}
                onClick={() => navigation.to(to)}
              >
                <Icon name={icon} size={16} />
              </ActionIcon>
            </Tooltip>
          ))}
          {position !== undefined && (
            <Text id={id} size="sm" c="dimmed" className={styles.place}>
              {t.position(format.number(position), total?.more ? t.moreThan(count) : count)}
            </Text>
          )}
        </Group>
      )}
    </Group>
  );
}
