import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { Buttons } from '../../shared/form/buttons.tsx';
import { consolePath } from '../../base-path.ts';
import { Icon } from '../../shared/page/icon.tsx';
import { Said, useWords } from '../../shared/page/said.tsx';
import { SecretModal } from '../../shared/tokens/secret.tsx';
import { common } from '../../text/common.ts';
import { operatorsText } from './text.ts';
import { useText } from '../../text.ts';
import type { Invitation } from './operator-modal.tsx';

/** Browsers do not send the part after the #, so the key is in no server's log. */
const linkFor = (key: string) => `${window.location.origin}${consolePath}/welcome#${encodeURIComponent(key)}`;

export function LinkMade({ invited, onClose }: { invited: Invitation | undefined; onClose: () => void }) {
  const t = useText(operatorsText);
  const c = useText(common);
  const words = useWords();
  const { invitation, notSent, name = '', email = '' } = invited ?? {};
  return (
    <>
      <Modal
        opened={invited !== undefined && invitation === undefined}
        onClose={onClose}
        title={t.sentTitle}
        withCloseButton={false}
      >
        <Stack>
          <Text size="sm">{t.sentAbout(name, email)}</Text>
          <Text size="sm" c="dimmed">
            {t.sentAgain}
          </Text>
          <Buttons>
            <Button data-autofocus onClick={onClose}>
              {c.close}
            </Button>
          </Buttons>
        </Stack>
      </Modal>
      <SecretModal
        title={t.linkTitle}
        before={
          notSent && (
            <Alert color="red" variant="outline" icon={<Icon name="warning" />} title={t.notSent}>
              <Text size="sm">
                <Said words={words.notice(notSent)} english={notSent.message} />
              </Text>
            </Alert>
          )
        }
        values={invitation === undefined ? undefined : [{ label: t.linkAbout(name), value: linkFor(invitation) }]}
        onClose={onClose}
      />
    </>
  );
}
