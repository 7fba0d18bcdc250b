import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { answers, startAnew } from '../parts.ts';
import { Failure } from '../shared/page/failure.tsx';
import { common } from '../text/common.ts';
import { useText } from '../text.ts';

const longestPauseMs = 30_000;

/** Stands where a page would be that could not be fetched. Asks for the service, less and less often, and starts anew once it is back. */
export function NotAnswering({ error }: { error: unknown }) {
  const t = useText(common);
  const [asking, setAsking] = useState(false);
  const [helpless, setHelpless] = useState(false);
  const [tries, setTries] = useState(0);
  const busy = useRef(false);
  const ask = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    setAsking(true);
    if ((await answers()) && !startAnew()) setHelpless(true);
    busy.current = false;
    setAsking(false);
    setTries((count) => count + 1);
  }, []);
  useEffect(() => {
    if (helpless) return undefined;
    const timer = setTimeout(() => void ask(), tries === 0 ? 0 : Math.min(500 * 2 ** tries, longestPauseMs));
    return () => clearTimeout(timer);
  }, [ask, tries, helpless]);
  if (helpless) return <Failure error={error} retry={() => window.location.reload()} />;
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
        <Button size="xs" variant="default" loading={asking} onClick={() => void ask()}>
          {t.retryNow}
        </Button>
      </Group>
    </Alert>
  );
}
