import type { Page } from 'playwright-core';

/** Holds back the requests for an address. Each turn that is given lets one go, whether it is under way already or is still to come. */
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
