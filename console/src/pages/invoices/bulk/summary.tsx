import { Button, Group, Stack, Text } from '@mantine/core';
import type { Bulk } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { bulkText } from '../../../text/bulk.ts';
import { useText } from '../../../text.ts';
import { LeftOut } from './left-out.tsx';
import { Sums } from './sums.tsx';

/** What came of it. */
export function Summary({ bulk, onClose }: { bulk: Bulk; onClose: () => void }) {
  const t = useText(bulkText);
  const format = useFormat();
  return (
    <Stack>
      <div>
        <Text size="sm" mb={4} role="status">
          {t.done[bulk.decision](format.number(String(bulk.done)))}
        </Text>
        <Sums sums={bulk.sums} />
      </div>
      <LeftOut bulk={bulk} />
      {bulk.done > 0 && (
        <Text size="sm" c="dimmed">
          {t.undo}
        </Text>
      )}
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {t.close}
        </Button>
      </Group>
    </Stack>
  );
}
