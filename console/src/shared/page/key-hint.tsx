import { Tooltip } from '@mantine/core';
import { useCallback, useEffect, useState, type RefObject } from 'react';

const shownMs = 4_000;

/** Why the last key did nothing, for some seconds, and a function that says it. */
export function useKeyHint() {
  const [hint, setHint] = useState<{ text: string }>();
  useEffect(() => {
    const timer = setTimeout(() => setHint(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [hint]);
  const say = useCallback((text: string | undefined) => setHint(text === undefined ? undefined : { text }), []);
  return [hint?.text, say] as const;
}

/** Says it at the buttons. */
export function KeyHint({ target, text }: { target: RefObject<HTMLElement | null>; text: string | undefined }) {
  return (
    <Tooltip
      target={target}
      opened={text !== undefined}
      label={text}
      multiline
      maw={420}
      transitionProps={{ duration: 0 }}
    />
  );
}
