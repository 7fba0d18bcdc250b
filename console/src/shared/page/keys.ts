import { useEffect, useRef, type KeyboardEvent as ReactKeyboardEvent } from 'react';

/** What a key does: a letter as it is printed, "shift+a", "/", "?", "escape". */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

const fields = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
/** What has the keyboard to itself while it is open. */
const inFront = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether a key means something to whoever has the focus, and nothing to the page. */
function isTaken({ target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return true;
  // A dialog that this very key has closed is gone from the page, but the key was still pressed in it.
  if (target instanceof Element && target.closest(`${fields}, ${inFront}`) !== null) return true;
  return [...document.querySelectorAll(inFront)].some((element) => element.checkVisibility());
}

/** With shift a letter is another key; a sign is the same one, whatever it takes to type it. */
const nameOf = ({ key, shiftKey }: KeyboardEvent): string =>
  shiftKey && /^\p{L}$/u.test(key) ? `shift+${key.toLowerCase()}` : key.toLowerCase();

/** Keys of a page. They are silent while somebody types, with other modifiers, and while a dialog or a menu is open. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const name = nameOf(event);
      const act = current.current[name];
      // A key that is held down walks on, and decides nothing.
      if (act === undefined || (event.repeat && name !== 'j' && name !== 'k') || isTaken(event)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Submits a form by Ctrl+Enter or ⌘+Enter, from every field in it. */
export function submitByKeys(event: ReactKeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
