import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { isProofWanted, stopActions, subscribeToProof } from '../proof.ts';
import { useRecovery } from '../live/recovery.ts';
import { useDirectories } from '../pages/sign-in/directory-buttons.tsx';
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx';
import { forget, resume } from '../session.ts';
import { hasEnded, subscribeToEnd, whenSignedInElsewhere, lastOperator } from '../session-end.ts';
import { Link } from '../shared/page/link.tsx';
import { signInText } from '../text/sign-in.ts';
import { useText } from '../text.ts';

export function Root() {
  useRecovery();
  return (
    <>
      <Outlet />
      <SignInAgain />
      {useSyncExternalStore(subscribeToProof, isProofWanted, isProofWanted) && (
        <Suspense>
          <ProveAgain />
        </Suspense>
      )}
    </>
  );
}

/** Without the dialog the refusal is shown. A lazy part that failed once cannot be loaded again. */
const ProveAgain = lazy<ComponentType>(() =>
  import('./prove-again.tsx').catch(() => ({
    default: function Unproved() {
      useEffect(stopActions, []);
      return null;
    },
  })),
);

/** Asks for the password in a dialog over the page, so that nothing typed there is lost. */
function SignInAgain() {
  const t = useText(signInText);
  return (
    <Modal
      opened={useSyncExternalStore(subscribeToEnd, hasEnded, hasEnded)}
      onClose={() => undefined}
      title={t.again}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={1_000}
    >
      <SignInDialog />
    </Modal>
  );
}

function SignInDialog() {
  const t = useText(signInText);
  const client = useQueryClient();
  const navigate = useNavigate();
  const directories = useDirectories();
  const proceed = useCallback(async () => {
    if (await resume(client)) await navigate({ to: '/', ignoreBlocker: true });
  }, [client, navigate]);
  useEffect(() => whenSignedInElsewhere(() => void proceed().catch(() => undefined)), [proceed]);
  const leave = async () => {
    forget(client);
    await navigate({ to: '/sign-in', ignoreBlocker: true });
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{t.againAbout}</Text>
      <SignInForm email={lastOperator()?.email ?? ''} onSignedIn={proceed} />
      {directories.length > 0 && (
        <Link to="/sign-in" target="_blank" size="sm">
          {t.signInElsewhere(directories.map(({ name }) => name).join(', '))}
        </Link>
      )}
      <Button variant="subtle" onClick={() => void leave()}>
        {t.somebodyElse}
      </Button>
    </Stack>
  );
}
