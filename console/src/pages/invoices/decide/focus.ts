/** The heading of the page: what a screen reader begins with, and where the keys of the page work. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });

const patienceMs = 2_000;
const stepMs = 40;

/**
 * Once the dialog is gone from which something was done, the focus is on the heading, unless it found its way back itself. For a while: what it
 * came back to may go away when the page shows what was done.
 */
export function keepFocus(left = patienceMs / stepMs): void {
  setTimeout(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && document.querySelector('[role="dialog"]') === null) focusHeading();
    else if (left > 0) keepFocus(left - 1);
  }, stepMs);
}
