/** Something that the reader can do on the page behind the search. */
export interface PageAction {
  label: string;
  key: string;
  run: () => void;
}

/** The buttons that have a key, such as Approve. Those that are refused are left out. */
export const pageActions = (): PageAction[] =>
  [...document.querySelectorAll<HTMLButtonElement>('button[aria-keyshortcuts]:not([aria-disabled="true"])')]
    .filter((button) => button.checkVisibility())
    .map((button) => ({
      label: button.ariaLabel ?? textOf(button),
      key: button.getAttribute('aria-keyshortcuts') ?? '',
      run: () => button.click(),
    }));

function textOf(button: HTMLElement): string {
  const copy = button.cloneNode(true) as HTMLElement;
  copy.querySelector('[data-shortcut]')?.remove();
  return copy.textContent?.trim() ?? '';
}
