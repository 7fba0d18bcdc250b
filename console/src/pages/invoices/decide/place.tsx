import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { useFormat } from '../../../format.ts';
import { Icon } from '../../../shared/page/icon.tsx';
import { decideText } from '../../../text/decide.ts';
import { useText } from '../../../text.ts';
import type { Queue } from './queue.ts';
import styles from './bar.module.css';
import type { Go } from './use-go.ts';

/** Where the invoice stands in its queue, with the ways to the one before and the one after. */
export function Place({ queue: { place, total, previous, next }, go, id }: { queue: Queue; go: Go; id: string }) {
  const t = useText(decideText);
  const format = useFormat();
  const steps = [
    { words: t.previous, key: 'K', icon: 'up', to: previous },
    { words: t.next, key: 'J', icon: 'down', to: next },
  ] as const;
  const count = total === undefined ? '…' : format.number(Math.max(total.count, place ?? 0));
  return (
    <Group gap={6} wrap="nowrap">
      {steps.map(({ words, key, icon, to }) => (
        <Tooltip key={key} label={`${words} (${key})`}>
          <ActionIcon
            variant="default"
            size="md"
            aria-label={words}
            aria-keyshortcuts={key}
            data-disabled={to === undefined || undefined}
            aria-disabled={to === undefined}
            onClick={() => go.to(to)}
          >
            <Icon name={icon} size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
      {place !== undefined && (
        <Text id={id} size="sm" c="dimmed" className={styles.place}>
          {t.place(format.number(place), total?.more ? t.moreThan(count) : count)}
        </Text>
      )}
    </Group>
  );
}
