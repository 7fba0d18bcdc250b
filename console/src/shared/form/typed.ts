import { useCallback, useRef, type FocusEvent } from 'react';

const fields = 'input, textarea, select, .mantine-Pill-label';

/** What stands in all fields, as one text to compare. */
const written = (root: ParentNode): string =>
  JSON.stringify(
    [...root.querySelectorAll(fields)].map((field) =>
      field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
        ? field.checked
        : 'value' in field
          ? field.value
          : field.textContent,
    ),
  );

/**
 * Knows whether somebody has typed or chosen something that is not sent yet, by the fields themselves, so that no form has to tell.
 * What was typed and taken back is nothing.
 */
export function useTyped<Root extends HTMLElement>() {
  const root = useRef<Root>(null);
  const before = useRef<string>(undefined);
  const touched = useRef(false);
  const sent = useRef(false);
  const last = useRef<HTMLElement>(undefined);
  /** Before the first key or click; by then the form is there. */
  const begin = useCallback(() => {
    if (root.current !== null) before.current ??= written(root.current);
  }, []);
  const isTyped = useCallback(
    () => touched.current && root.current !== null && written(root.current) !== before.current,
    [],
  );
  /** The same, but for what is under way: a page that is left because of what was sent loses nothing, unless that was refused. */
  const isLeft = useCallback(
    () => isTyped() && !(sent.current && root.current?.querySelector('[role=alert]') === null),
    [isTyped],
  );
  const goOn = useCallback(() => last.current?.focus(), []);
  const watch = {
    ref: root,
    onFocusCapture: (event: FocusEvent<Root>) => {
      begin();
      last.current = event.target;
    },
    onPointerDownCapture: begin,
    onKeyDownCapture: begin,
    onInputCapture: () => {
      touched.current = true;
      sent.current = false;
    },
    onSubmitCapture: () => {
      sent.current = true;
    },
  };
  return { watch, isTyped, isLeft, goOn };
}
