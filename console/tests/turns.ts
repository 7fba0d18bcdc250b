import type { Page } from 'playwright-core';

/** Holds back requests to an address. Each turn lets one go, whether it waits already or comes later. */
export async function inTurns(page: Page, address: string): Promise<() => void> {
  const waiting: (() => void)[] = [];
  let turns = 0;
  await page.route(address, async (route) => {
    if (turns > 0) turns -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  return () => {
    const next = waiting.shift();
    if (next === undefined) turns += 1;
    else next();
  };
}
