import { afterAll, expect, it } from 'vitest';
import { firstAdministratorLink } from '../../server/operators/admin-actions.ts';
import { openOwnDoor } from '../../server/testing/door.ts';
import { goodPassword } from '../../server/testing/operator.ts';
import { closePages, openPage } from './browser.ts';
import { addSuppliers } from './company.ts';

const longName = 'Östermalms Fastighets- och Förvaltningsaktiebolag';
const door = await openOwnDoor('Only the first administrator of a database comes in by that link.');
await addSuppliers(door);
afterAll(async () => {
  await closePages();
  await door?.close();
});

it('the first administrator comes in through the one-time link, signs out and in again', async () => {
  const { page, go, close, complaints } = await openPage(door);
  const other = await door.addCompany(longName);
  const expectFocus = async (label: string) => {
    await expect.poll(() => page.getByLabel(label).evaluate((field) => field === document.activeElement)).toBe(true);
  };
  const link = (await firstAdministratorLink(door.pool, door.url)) as string;
  await go(link.slice(`${door.url}/console`.length));
  await expectFocus('Your name');
  await page.getByLabel('Your name').fill('First');
  await page.getByLabel('E-mail address').fill('first@example.com');
  await page.getByLabel('New password').fill(goodPassword);
  await page.getByLabel('The password once more').fill('something else');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('The two passwords differ.').waitFor();
  await page.getByLabel('The password once more').fill(goodPassword);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await go(`/companies/${door.company}/suppliers?q=bygg`);
  await expectFocus('E-mail address');
  await page.getByLabel('E-mail address').fill('First@Example.com');
  await page.locator('input[type=password]').fill('wrong password 1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The e-mail address or the password is wrong.').waitFor();
  await page.locator('input[type=password]').fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor();
  expect(new URL(page.url()).search).toBe('?q=bygg');
  await page.getByRole('link', { name: 'Nordbygg Material' }).waitFor();
  expect(await page.getByRole('link', { name: 'Östra Rör' }).count()).toBe(0);

  // The company that was used last is opened at the next sign-in, also in another window.
  const company = page.getByRole('combobox', { name: 'Company' });
  await company.selectOption({ label: longName });
  await page.waitForURL(`**/companies/${other.id}/suppliers`);
  const isWhole = () =>
    company.evaluate((select: HTMLSelectElement) => {
      const style = getComputedStyle(select);
      const text = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
      text.font = style.font;
      const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return text.measureText(select.selectedOptions[0]?.text ?? '').width <= room + 1;
    });
  expect(await isWhole()).toBe(true);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expectFocus('E-mail address');
  await page.evaluate(() => sessionStorage.clear());
  await page.getByLabel('E-mail address').fill('first@example.com');
  await page.locator('input[type=password]').fill(goodPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/companies/${other.id}/overview`);
  expect(complaints).toEqual([]);
  await close();
});
