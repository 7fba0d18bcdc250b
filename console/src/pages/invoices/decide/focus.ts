/** The heading of the page: what a screen reader begins with, and where the keys of the page work. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });

const patienceMs = 2_000;
const stepMs = 40;

/** Once the dialog is gone from which something was done, the focus is on the heading, unless it found its way back itself. */
export function keepFocus(left = patienceMs / stepMs): void {
  setTimeout(() => {
    if (document.querySelector('[role="dialog"]') !== null && left > 0) keepFocus(left - 1);
    else if (document.activeElement === null || document.activeElement === document.body) focusHeading();
  }, stepMs);
}
