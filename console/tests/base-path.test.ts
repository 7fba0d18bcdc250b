import { afterAll, expect, it } from 'vitest';
import { openOwnDoor, paths } from '../../server/testing/door.ts';
import { goodPassword, signedIn } from '../../server/testing/operator.ts';
import { closePages, openPage } from './browser.ts';
import { ink } from './ink.ts';
import { anInvoice, lastPaper } from './records.ts';

const door = await openOwnDoor('The base path is a setting of the process.', { env: { BASE_PATH: '/door' } });
afterAll(async () => {
  await closePages();
  await door?.close();
});

it('below a base path everything is asked for below it: page, files, API, and what reads a PDF', async () => {
  await door.addSupplier('1001', { name: 'Nordbygg Material' });
  const { body: invoice } = await door.post(`/door${paths.invoices}`, { ...anInvoice(6), supplierNumber: '1001' });
  await door.post(`/door${paths.attach}`, {
    supplierInvoiceId: invoice.id,
    fileName: 'F-6.pdf',
    content: lastPaper.toString('base64'),
  });
  const { email } = await signedIn(door, 'approver');
  const { page, asked, complaints, close } = await openPage(door);
  await page.goto(`${door.url}/door/console`);
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[type=password]').fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await page.getByRole('link', { name: 'F-6', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Invoice F-6' }).waitFor();
  await expect.poll(() => ink(page.getByRole('img', { name: 'Page 1 of 2' }))).toBeGreaterThan(0.05);
  expect(new URL(page.url()).pathname).toBe(`/door/console/companies/${door.company}/invoices/${invoice.id}`);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Invoice F-6' }).waitFor();
  expect(asked.filter((address) => !address.startsWith(`${door.url}/door/`) && !address.startsWith('data:'))).toEqual(
    [],
  );
  expect(complaints).toEqual([]);
  await close();
});
