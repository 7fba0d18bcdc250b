import { Button, Progress, Stack, Text } from '@mantine/core';
import { Buttons } from '../../../shared/form/buttons.tsx';
import type { Bulk } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { Failure } from '../../../shared/page/failure.tsx';
import { bulkText } from './text.ts';
import { useText } from '../../../text.ts';

interface Props {
  bulk: Bulk;
  running: boolean;
  stopping: boolean;
  error: unknown;
  onStop: () => void;
  onContinue: () => void;
  onDrop: () => void;
}

export function BulkProgress({ bulk, running, stopping, error, onStop, onContinue, onDrop }: Props) {
  const t = useText(bulkText);
  const format = useFormat();
  const { decision, done, left } = bulk;
  const of = done + left;
  const status = t.progress[decision](format.number(String(done)), format.number(String(of)));
  return (
    <Stack>
      <Text size="sm" aria-live="polite">
        {status}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section value={of === 0 ? 100 : (100 * done) / of} aria-label={status} />
      </Progress.Root>
      {!running && error === null && <Text size="sm">{t.stopped(format.number(String(left)))}</Text>}
      {error !== null && <Failure error={error} tried="decided" />}
      <Buttons>
        {running ? (
          <Button variant="default" data-autofocus disabled={stopping} onClick={onStop}>
            {stopping ? t.stopping : t.stop}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onDrop}>
              {t.drop}
            </Button>
            <Button onClick={onContinue}>{t.goOn}</Button>
          </>
        )}
      </Buttons>
    </Stack>
  );
}
