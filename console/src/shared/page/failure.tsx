import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { ApiFailure, BrokenOff, change } from '../../api.ts';
import { isMissingPart } from '../../parts.ts';
import { proofGiven } from '../../proof.ts';
import { common } from '../../text/common.ts';
import { proofText } from '../../text/proof.ts';
import { useText } from '../../text.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { ButtonLink } from './link.tsx';
import { Said, useWords } from './said.tsx';

/** Chooses the heading of a failure; left out for showing or saving something. */
export type FailedAction = 'decided' | 'imported' | 'done';

/** For an operator who has a factor and did not need it before. */
const proveAndReload = (refusal: ApiFailure): Promise<void> =>
  proofGiven(refusal).then(
    () => window.location.reload(),
    () => undefined,
  );

/** The sign-in page then offers the other ways. */
const signOutAndReload = (): Promise<void> => change('DELETE', '/session').then(() => window.location.reload());

export function Failure({
  error,
  retry,
  tried,
  title,
}: {
  error: unknown;
  retry?: (() => void) | undefined;
  tried?: FailedAction | undefined;
  title?: string | undefined;
}) {
  const t = useText(common);
  const f = useText(proofText);
  const words = useWords();
  const refusal = error instanceof ApiFailure ? error : undefined;
  const { message = '', traceId, changes = false } = refusal ?? {};
  const ownWords = () => {
    if (error instanceof BrokenOff) return t.brokeOff;
    if (refusal?.status === 0 && changes) return t.noConnectionSaving;
    return refusal?.status === 0 || isMissingPart(error) ? t.noConnection : t.unknownFailure;
  };
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
          {refusal === undefined || message === '' ? (
            ownWords()
          ) : (
            <Said words={words.refusal(refusal.body)} english={message} />
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
        {refusal?.body.code === 'factor.demanded' && (
          <Group gap="xs">
            <ButtonLink size="xs" variant="default" to="/account">
              {f.toAccount}
            </ButtonLink>
            <Button size="xs" variant="default" onClick={() => void proveAndReload(refusal)}>
              {f.proveNow}
            </Button>
          </Group>
        )}
        {refusal?.body.code === 'password.refused' && (
          <div>
            <Button size="xs" variant="default" onClick={() => void signOutAndReload()}>
              {f.toSignIn}
            </Button>
          </div>
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
