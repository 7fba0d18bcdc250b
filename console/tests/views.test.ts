import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { submit } from './company.ts';

const door = await openDoor();
afterAll(async () => {
  await closePages();
  await door?.close();
});

const approver = (): Promise<SignedIn> => signedIn(door, 'approver');
const opened = await openPage(door, await approver());
await opened.go('/account');

it('a view is saved, shared, seen by another operator, replaced, renamed and deleted', async () => {
  const supplier = '1001';
  await door.addSupplier(supplier);
  await submit(door, door.token, { externalReferenceId: 'seen', supplierNumber: supplier });
  const { page, visit, complaints } = opened;
  await visit('/account');
  await visit(`/companies/${door.company}/invoices?supplier=${supplier}`);
  const views = page.getByRole('navigation', { name: 'Views' });
  const menu = async (item: string | RegExp) => {
    await page.getByRole('button', { name: /^Change the view/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const save = () => page.getByRole('button', { name: 'Save view' }).click();
  await save();
  await page.getByRole('dialog').getByLabel('Name').fill('One supplier');
  await page.getByRole('dialog').getByLabel('Share with everybody in the company').check();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => views.locator('[aria-current]').allInnerTexts()).toEqual(['One supplier']);
  await save();
  await page.getByRole('dialog').getByLabel('Name').fill('One supplier');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('You already have a view with the name').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  const other = await openPage(door, await approver());
  await other.go(`/companies/${door.company}/invoices`);
  await other.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'One supplier' }).click();
  await expect.poll(() => new URL(other.page.url()).search).toBe(`?supplier=${supplier}`);
  await other.page.getByRole('button', { name: 'Save view' }).waitFor();
  expect(await other.page.getByRole('button', { name: /^Change the view/ }).count()).toBe(0);
  // Enter opens the first row, and does not click on the view again.
  await other.page.keyboard.press('Enter');
  await other.page.getByRole('heading', { level: 1, name: 'seen' }).waitFor();
  await other.close();

  await page.getByLabel('State').selectOption('received');
  await views.getByRole('link', { name: 'One supplier (changed)' }).waitFor();
  await menu('Replace “One supplier” with these filters');
  await expect.poll(() => views.locator('[aria-current]').allInnerTexts()).toEqual(['One supplier']);
  await menu('Rename “One supplier”');
  await page.getByRole('dialog').getByLabel('Name').fill('Waiting there');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => views.locator('[aria-current]').allInnerTexts()).toEqual(['Waiting there']);
  expect(await seriousIn(page)).toEqual([]);
  await menu('Delete “Waiting there”');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await views.getByRole('link', { name: 'Waiting there' }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});
