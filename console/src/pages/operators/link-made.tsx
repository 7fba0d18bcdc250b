import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { change } from '../../api.ts';
import { Buttons } from '../../shared/form/buttons.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { consolePath } from '../../base-path.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Said, useWords } from '../../shared/page/said.tsx';
import { SecretModal } from '../../shared/tokens/secret.tsx';
import { common } from '../../text/common.ts';
import { operatorsText } from './text.ts';
import { useText } from '../../text.ts';
import type { Invitation } from './operator-modal.tsx';

/** Browsers do not send the part after the #, so the key is in no server's log. */
const linkFor = (key: string) => `${window.location.origin}${consolePath}/welcome#${encodeURIComponent(key)}`;

interface Props {
  invited: Invitation | undefined;
  onInvited: (invited: Invitation) => void;
  onClose: () => void;
}

export function LinkMade({ invited, onInvited, onClose }: Props) {
  const t = useText(operatorsText);
  const c = useText(common);
  const words = useWords();
  const { id = '', invitation, notSent, name = '', email = '' } = invited ?? {};
  const again = useChange(() => change('POST', `/operators/${id}/invitation`), {
    done: (next) => onInvited({ id, name, email, ...next }),
  });
  return (
    <>
      <Modal
        opened={invited !== undefined && invitation === undefined}
        onClose={onClose}
        title={notSent === undefined ? t.sentTitle : t.notSentTitle}
        withCloseButton={false}
      >
        <Stack>
          {notSent === undefined ? (
            <>
              <Text size="sm">{t.sentAbout(name, email)}</Text>
              <Text size="sm" c="dimmed">
                {t.sentAgain}
              </Text>
            </>
          ) : (
            <>
              <Alert color="red" variant="outline" icon={<Icon name="warning" />}>
                <Text size="sm">
                  <Said words={words.notice(notSent)} english={notSent.message} />
                </Text>
              </Alert>
              <Text size="sm">{t.notSent(name, email)}</Text>
            </>
          )}
          {again.error !== null && <Failure error={again.error} />}
          <Buttons>
            <Button variant={notSent === undefined ? 'filled' : 'default'} data-autofocus onClick={onClose}>
              {c.close}
            </Button>
            {notSent !== undefined && (
              <Button loading={again.isPending} onClick={() => again.mutate()}>
                {t.tryAgain}
              </Button>
            )}
          </Buttons>
        </Stack>
      </Modal>
      <SecretModal
        title={t.linkTitle}
        before={<Text size="sm">{t.shownAbout(name)}</Text>}
        values={invitation === undefined ? undefined : [{ label: t.linkAbout(name), value: linkFor(invitation) }]}
        onClose={onClose}
      />
    </>
  );
}
