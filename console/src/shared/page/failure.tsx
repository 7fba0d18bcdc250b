import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { ApiFailure, BrokenOff } from '../../api.ts';
import { isMissingPart } from '../../parts.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { Said, useWords } from './said.tsx';

/** What failed, headed by what was tried, in the service's words, with what support needs and a way on. */
export function Failure({
  error,
  retry,
  tried,
  title,
}: {
  error: unknown;
  retry?: (() => void) | undefined;
  /** What was tried, where it is more than to show or to save something. */
  tried?: 'decided' | 'imported' | 'done' | undefined;
  title?: string | undefined;
}) {
  const t = useText(common);
  const words = useWords();
  const { message, traceId } = describe(error);
  const changes = error instanceof ApiFailure && error.changes;
  const told =
    error instanceof BrokenOff
      ? t.brokeOff
      : error instanceof ApiFailure && error.status === 0
        ? changes
          ? t.noConnectionSaving
          : t.noConnection
        : isMissingPart(error)
          ? t.noConnection
          : t.unknownFailure;
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<Icon name="warning" />}
      title={title ?? t.failed[tried ?? (changes ? 'saved' : 'shown')]}
      role="alert"
      bg="var(--door-surface)"
    >
      <Stack gap="xs">
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {error instanceof ApiFailure && message !== undefined ? (
            <Said words={words.refusal(error.body)} english={message} />
          ) : (
            told
          )}
        </Text>
        {traceId !== undefined && (
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {t.traceId}
            </Text>
            <Code style={{ overflowWrap: 'anywhere' }}>{traceId}</Code>
            <CopyButton value={traceId} />
          </Group>
        )}
        {retry !== undefined && (
          <div>
            <Button size="xs" variant="default" onClick={retry}>
              {t.retry}
            </Button>
          </div>
        )}
      </Stack>
    </Alert>
  );
}

function describe(error: unknown): { message?: string | undefined; traceId?: string | undefined } {
  if (!(error instanceof ApiFailure)) return {};
  return { message: error.message === '' ? undefined : error.message, traceId: error.traceId };
}
