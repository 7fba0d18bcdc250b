import { List, Stack, Text } from '@mantine/core';
import type { RoutingTrial } from '../../api/types.ts';
import { named, useText } from '../../text.ts';
import { routingText } from './text.ts';

/** 211 to Anna, 14 to the company's queue. */
export function Trial({ trial: { invoices, more, people, queue, open, changed } }: { trial: RoutingTrial }) {
  const t = useText(routingText);
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={600}>
        {t.tried(invoices, more)}
      </Text>
      <List size="sm">
        {people.map(({ id, name, invoices: many }) => (
          <List.Item key={id}>{t.to(many, name)}</List.Item>
        ))}
        {queue.invoices > 0 && (
          <List.Item>
            {t.to(queue.invoices, t.queue)}:{' '}
            {queue.reasons.map((reason) => `${named(t.reasons, reason.code)} (${reason.invoices})`).join(', ')}
          </List.Item>
        )}
      </List>
      <Text size="sm">{t.would(changed, open)}</Text>
    </Stack>
  );
}
