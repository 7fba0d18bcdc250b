import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, send } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { closePages, openPage } from './browser.ts';

const door = await openDoor();
await door.addSupplier('1');
const administrator = await signedIn(door, 'administrator');
afterAll(async () => {
  await closePages();
  await door.close();
});

it('an administrator makes a sandbox, sees the checklist and the banner, and resets it', async () => {
  const { page, go, close } = await openPage(door, administrator);
  await go(`/companies/${door.company}/partners?partner=Scanner`);
  await page.getByRole('button', { name: 'Create the sandbox' }).click();
  const token = await page.getByTestId('secret').innerText();
  expect(token).toMatch(/^dwt_[\w-]{43}$/);
  const body = { externalReferenceId: 'a', supplierNumber: '1' };
  expect((await send(door.url, 'POST', paths.invoices, { token, body })).status).toBe(200);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.reload();
  await page.getByText('Checklist before going live: 3 of 9 done').waitFor();
  await page.getByRole('link', { name: 'Go to the sandbox' }).click();
  await page.getByRole('note').getByText(`Sandbox of ${door.companyName} for partner Scanner`).waitFor();
  await go(`/companies/${door.company}/partners?partner=Scanner`);
  expect(await page.getByRole('note').count()).toBe(0);
  await page.getByRole('button', { name: 'Reset the sandbox' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset the sandbox' }).click();
  await page.getByText('Checklist before going live: 0 of 9 done').waitFor();
  await close();
});
