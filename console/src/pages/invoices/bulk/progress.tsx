import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { Bulk } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { Failure } from '../../../shared/page/failure.tsx';
import { bulkText } from '../../../text/bulk.ts';
import { useText } from '../../../text.ts';

interface Props {
  bulk: Bulk;
  /** Whether the next hundred is under way. */
  running: boolean;
  /** Whether it stops after that. */
  stopping: boolean;
  error: unknown;
  onStop: () => void;
  onGoOn: () => void;
  onDrop: () => void;
}

/** How far it has come. It can be stopped after each hundred and gone on with. */
export function BulkProgress({ bulk, running, stopping, error, onStop, onGoOn, onDrop }: Props) {
  const t = useText(bulkText);
  const format = useFormat();
  const { decision, done, left } = bulk;
  const of = done + left;
  const told = t.progress[decision](format.number(String(done)), format.number(String(of)));
  return (
    <Stack>
      <Text size="sm" aria-live="polite">
        {told}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section value={of === 0 ? 100 : (100 * done) / of} aria-label={told} />
      </Progress.Root>
      {!running && error === null && <Text size="sm">{t.stopped(format.number(String(left)))}</Text>}
      {error !== null && <Failure error={error} tried="decided" />}
      <Group justify="flex-end">
        {running ? (
          <Button variant="default" data-autofocus disabled={stopping} onClick={onStop}>
            {stopping ? t.stopping : t.stop}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onDrop}>
              {t.drop}
            </Button>
            <Button onClick={onGoOn}>{t.goOn}</Button>
          </>
        )}
      </Group>
    </Stack>
  );
}
