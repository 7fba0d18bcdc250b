import type { Locator, Page } from 'playwright-core';

/** Counts what a person does at a page: each key press, click and typed text is one action. */
export interface Counted {
  readonly actions: number;
  press(key: string): Promise<void>;
  click(what: Locator): Promise<void>;
  type(text: string): Promise<void>;
}

export function counted(page: Page): Counted {
  let actions = 0;
  const one = <Done>(act: Promise<Done>): Promise<Done> => {
    actions++;
    return act;
  };
  return {
    get actions() {
      return actions;
    },
    press: (key) => one(page.keyboard.press(key)),
    click: (what) => one(what.click()),
    type: (text) => one(page.keyboard.type(text)),
  };
}
