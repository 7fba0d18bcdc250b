import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { seed, submit } from './company.ts';
import { picture } from './picture.ts';
import { lastInvoice } from './records.ts';
import { suspicious } from './suspicious.ts';

const door = await openDoor();
const seeded = await seed(door, 3);
const held = await submit(door, door.token, suspicious);
/** Without a file, which would be drawn anew for each size of the window. */
const plain = await submit(door, door.token, {
  ...lastInvoice,
  externalReferenceId: 'plain',
  supplierInvoiceNumber: 'plain',
});
const opened = await openPage(door, await signedIn(door, 'administrator'));
await opened.go('/account');
afterAll(async () => {
  await closePages();
  await door?.close();
});

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
const inCompany = (path: string) => () => `/companies/${door.company}${path}`;
const invoice = inCompany(`/invoices/${plain}`);
const dialogs: Record<string, [where: () => string, open: (page: Page) => Promise<void>]> = {
  approve: [invoice, press('Approve')],
  reject: [invoice, press('Reject')],
  dismiss: [invoice, press('Dismiss: Unknown currency')],
  'mark-done': [() => `/companies/${door.company}/work-orders/${seeded.workOrder}`, press('With a comment')],
  release: [() => `/companies/${door.company}/invoices/${held}`, press('Release')],
  'edit-supplier': [inCompany('/suppliers/1002'), press('Edit')],
  'new-partner': [inCompany('/partners'), press('New partner')],
  'new-token': [inCompany('/partners'), press('New token')],
  'revoke-token': [inCompany('/partners'), press('Revoke')],
  'invite-operator': [() => '/operators', press('Invite a user')],
  'tokens-of-operator': [() => '/operators', press('Tokens')],
  'new-endpoint': [inCompany('/webhooks'), press('New endpoint')],
  'new-company': [() => '/operators', press('New company')],
  'sign-out-everywhere': [() => '/account', press('Sign out everywhere')],
  search: [inCompany('/overview'), (page) => page.keyboard.press('Control+k')],
};

const smallScreens = [
  { width: 1024, height: 600 },
  { width: 390, height: 500 },
];

/** The buttons that send or close a dialog are in view without scrolling, and nothing lies over them. */
const hiddenButtons = (dialog: Locator) =>
  dialog.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>('form [class*="buttons"] button')].flatMap((button) => {
      const { left, top, right, bottom, x, y, width, height } = button.getBoundingClientRect();
      const isInView = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      const above = document.elementFromPoint(x + width / 2, y + height / 2);
      return isInView && button.contains(above) ? [] : [button.innerText];
    }),
  );

it.each(Object.keys(dialogs))(
  'the dialog %s takes the focus, axe finds nothing serious, and Escape closes it',
  async (name) => {
    const { page, visit, complaints } = opened;
    const [where, open] = dialogs[name] ?? [];
    const path = where?.() ?? '';
    if (new URL(page.url()).pathname !== `/console${path}`) await visit(path);
    await open?.(page);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await picture(page, `dialog-${name}`);
    expect(await seriousIn(page)).toEqual([]);
    for (const viewport of smallScreens) {
      await page.setViewportSize(viewport);
      await picture(page, `dialog-${name}-${viewport.width}`);
      expect(await hiddenButtons(dialog), `${viewport.width} wide`).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  },
);
