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

it('the usual views are a click away, and the one that is shown is marked, in both languages', async () => {
  const { page, go, close } = await openPage(door, await approver());
  await go(`/companies/${door.company}/invoices`);
  const views = page.getByRole('navigation', { name: 'Views' });
  const current = views.locator('[aria-current]');
  await expect.poll(() => current.allInnerTexts()).toEqual(['All']);
  const addresses: [string, string][] = [
    ['To approve', '?state=received&waitsFor=company&sort=dueDate'],
    ['Without findings', '?state=received&waitsFor=company&finding=none&sort=dueDate'],
    ['Waits for a second approver', '?state=signed&waitsFor=company&sort=dueDate'],
    ['Held', '?state=held&waitsFor=company&sort=dueDate'],
    ['Overdue', '?overdue=true&sort=dueDate'],
    ['Assigned to you', '?state=open&waitsFor=company&assigned=me&sort=dueDate'],
    ['With partner', '?waitsFor=partner&sort=dueDate'],
    ['Without a file', '?files=none'],
    ['Decided by me', '?decidedBy=me'],
  ];
  for (const [name, address] of addresses) {
    await views.getByRole('link', { name }).click();
    await expect.poll(() => new URL(page.url()).search).toBe(address);
    await expect.poll(() => current.allInnerTexts()).toEqual([name]);
  }
  await close();
  const swedish = await openPage(door, await approver(), { locale: 'sv-SE' });
  await swedish.go(`/companies/${door.company}/invoices?state=received&waitsFor=company&sort=dueDate`);
  const vyer = swedish.page.getByRole('navigation', { name: 'Vyer' }).getByRole('link');
  await expect
    .poll(() => vyer.allInnerTexts())
    .toEqual([
      'Alla',
      'Att attestera',
      'Utan anmärkningar',
      'Väntar på andra attest',
      'Stoppade',
      'Förfallna',
      'Tilldelade dig',
      'Hos partnern',
      'Utan fil',
      'Beslutade av mig',
    ]);
  await swedish.close();
});

it('a view is saved, shared, seen by another operator, replaced, renamed and deleted', async () => {
  const supplier = '1001';
  await door.addSupplier(supplier);
  await submit(door, door.token, { externalReferenceId: 'seen', supplierNumber: supplier });
  const { page, go, close, complaints } = await openPage(door, await approver());
  await go(`/companies/${door.company}/invoices?supplier=${supplier}`);
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
  await close();
});
