import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx';
import { forget, resume } from '../session.ts';
import { hasEnded, subscribeToEnd, whenSignedInElsewhere, worksHere } from '../session-end.ts';
import { signInText } from '../text/sign-in.ts';
import { useText } from '../text.ts';

/** Asks for the password in front of the page as it stands, so that nothing is lost that was typed there. */
export function SignInAgain() {
  const t = useText(signInText);
  return (
    <Modal
      opened={useSyncExternalStore(subscribeToEnd, hasEnded)}
      onClose={() => undefined}
      title={t.again}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={1_000}
    >
      <Asking />
    </Modal>
  );
}

function Asking() {
  const t = useText(signInText);
  const client = useQueryClient();
  const navigate = useNavigate();
  const goOn = useCallback(async () => {
    if (await resume(client)) await navigate({ to: '/', ignoreBlocker: true });
  }, [client, navigate]);
  useEffect(() => whenSignedInElsewhere(() => void goOn().catch(() => undefined)), [goOn]);
  const leave = async () => {
    forget(client);
    await navigate({ to: '/sign-in', ignoreBlocker: true });
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{t.againAbout}</Text>
      <SignInForm email={worksHere()?.email ?? ''} onSignedIn={goOn} />
      <Button variant="subtle" onClick={() => void leave()}>
        {t.somebodyElse}
      </Button>
    </Stack>
  );
}
