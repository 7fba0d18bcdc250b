import { Alert, Button, Container, Group, Loader, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isOutage } from '../api.ts';
import { useAllowed, type Right } from '../company.ts';
import { pauseBefore } from '../live/recovery.ts';
import { answers, isMissingPart, restart, type LazyPage } from '../parts.ts';
import { Failure } from '../shared/page/failure.tsx';
import { ButtonLink } from '../shared/page/link.tsx';
import { Page } from '../shared/page/page.tsx';
import { sessionQuery } from '../session.ts';
import { common } from '../text/common.ts';
import { useText } from '../text.ts';

export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const client = useQueryClient();
  // The console may answer while the API does not: only the session, which every page needs, tells that it does.
  const readsSession = () =>
    client.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).then(
      () => true,
      () => false,
    );
  const retry = () => {
    reset();
    void router.invalidate();
    return true;
  };
  return (
    <Container size="sm" py="xl">
      {isMissingPart(error) ? (
        <NotAnswering error={error} asks={answers} onAnswer={restart} />
      ) : isOutage(error) ? (
        <NotAnswering error={error} asks={readsSession} onAnswer={retry} />
      ) : (
        <Failure error={error} retry={retry} />
      )}
    </Container>
  );
}

export function NotFound() {
  const t = useText(common);
  return <DeadEnd title={t.notFoundTitle} intro={t.notFound} />;
}

/** Instead of the page, a reader without the permission is told whom to ask. */
export function withPermission(permission: Right, Allowed: LazyPage) {
  function Guarded() {
    const t = useText(common);
    const { allowed, why } = useAllowed(permission);
    return allowed ? <Allowed /> : <DeadEnd title={t.notYours} intro={why} />;
  }
  return Object.assign(Guarded, { preload: Allowed.preload });
}

function DeadEnd({ title, intro }: { title: string; intro: string | undefined }) {
  const t = useText(common);
  return (
    <Page title={title} intro={intro}>
      <div>
        <ButtonLink to="/">{t.toStart}</ButtonLink>
      </div>
    </Page>
  );
}

/**
 * Replaces a page whose code or session could not be loaded. Polls the service at growing intervals and goes on once it
 * answers; `onAnswer` is false if that cannot help.
 */
function NotAnswering({
  error,
  asks,
  onAnswer,
}: {
  error: unknown;
  asks: () => Promise<boolean>;
  onAnswer: () => boolean;
}) {
  const t = useText(common);
  const [isAsking, setAsking] = useState(false);
  const [isHelpless, setHelpless] = useState(false);
  const [tries, setTries] = useState(0);
  const isBusy = useRef(false);
  const latest = useRef({ asks, onAnswer });
  latest.current = { asks, onAnswer };
  const ask = useCallback(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setAsking(true);
    if ((await latest.current.asks()) && !latest.current.onAnswer()) setHelpless(true);
    isBusy.current = false;
    setAsking(false);
    setTries((count) => count + 1);
  }, []);
  useEffect(() => {
    if (isHelpless) return undefined;
    const timer = setTimeout(() => void ask(), tries === 0 ? 0 : pauseBefore(tries - 1));
    return () => clearTimeout(timer);
  }, [ask, tries, isHelpless]);
  if (isHelpless) return <Failure error={error} retry={() => window.location.reload()} />;
  return (
    <Alert
      color="orange"
      variant="outline"
      role="alert"
      icon={<Loader size={16} />}
      title={t.notAnswering}
      bg="var(--door-surface)"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t.notAnsweringAbout}</Text>
        <Button size="xs" variant="default" loading={isAsking} onClick={() => void ask()}>
          {t.retryNow}
        </Button>
      </Group>
    </Alert>
  );
}
