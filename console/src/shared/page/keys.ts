import { useEffect, useLayoutEffect, useRef, type KeyboardEvent as ReactKeyboardEvent } from 'react';

/** Actions by key, such as "a", "shift+a", "/" or "escape". */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable=""], [contenteditable="true"]';
/** An open overlay receives all keys. */
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

function isTaken({ key, target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return true;
  // Enter presses the focused link or button.
  if (key === 'Enter' && target instanceof Element && !target.matches('body, main, h1')) return true;
  // The key may have closed the dialog in which it was pressed; the target is still inside that dialog.
  if (target instanceof Element && target.closest(`${fields}, ${overlays}`) !== null) return true;
  return [...document.querySelectorAll(overlays)].some((element) => element.checkVisibility());
}

/** Shift counts for letters only: signs need it on some keyboards and not on others. */
const nameOf = ({ key, shiftKey }: KeyboardEvent): string =>
  shiftKey && /^\p{L}$/u.test(key) ? `shift+${key.toLowerCase()}` : key.toLowerCase();

/**
 * Shortcuts of a page. They do nothing while somebody types, with other modifiers, or while a dialog or a menu is open.
 */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  // At the commit: a key must find the handlers of what is on the screen.
  useLayoutEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = current.current[nameOf(event)];
      if (act === undefined || isTaken(event)) return;
      event.preventDefault();
      // A key that is held down acts once: it must not decide about the next invoice as well.
      if (!event.repeat) act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

export function submitByKeys(event: ReactKeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.requestSubmit();
}
