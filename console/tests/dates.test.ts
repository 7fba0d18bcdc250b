import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { invoicesText } from '../src/pages/invoices/text.ts';
import { settingsText } from '../src/pages/settings/text.ts';
import { common } from '../src/text/common.ts';
import { closePages, openPage } from './browser.ts';
import { submit } from './company.ts';

const door = await openDoor();
await door.addSupplier('1');
// Midnight in Stockholm, which is the day before in London and in New York.
const id = await submit(door, door.token, {
  externalReferenceId: '1',
  supplierNumber: '1',
  invoiceDate: Date.parse('2026-10-24T22:00:00Z'),
  paymentDueDate: Date.parse('2026-11-24T23:00:00Z'),
});
await door.pool.query(`UPDATE supplier_invoices SET created_at = '2026-10-26T03:30:00Z' WHERE id = $1`, [id]);
afterAll(async () => {
  await closePages();
  await door?.close();
});

it.each([
  ['Europe/Stockholm', 'sv', '2026-10-26 04:30 CET'],
  ['Europe/London', 'en', '2026-10-26 03:30 GMT'],
  ['America/New_York', 'en', '2026-10-25 23:30 GMT-4'],
] as const)(
  'a reader in %s sees the same dates, and times in that zone with its name',
  async (zone, language, arrived) => {
    const viewer = await signedIn(door, 'viewer');
    await viewer.call('PUT', '/session/preferences', { timeZone: zone, language });
    const { page, go, complaints, close } = await openPage(door, viewer, { timezoneId: zone });
    await go(`/companies/${door.company}/invoices`);
    await page.getByRole('cell', { name: '2026-11-25' }).waitFor();
    await go(`/companies/${door.company}/invoices/${id}`);
    const t = invoicesText[language];
    await page.getByText(`${arrived}, Scanner`).waitFor();
    const shown = await page.getByRole('main').innerText();
    expect(shown).toContain('2026-10-25');
    expect(shown).toContain('2026-11-25');
    expect(shown).not.toMatch(/2026-10-24|2026-11-24/);
    expect(shown).toContain(t.fields.invoiceDate);
    expect(complaints).toEqual([]);
    await close();
  },
);

it('an administrator chooses the time zone of the company', async () => {
  const administrator = await signedIn(door, 'administrator');
  const { page, go, close } = await openPage(door, administrator, { locale: 'sv-SE' });
  await go(`/companies/${door.company}/settings`);
  const t = settingsText.sv;
  const field = page.getByLabel(t.names.timeZone).first();
  expect(await field.inputValue()).toBe('Europe/Stockholm');
  await field.fill('Helsinki');
  await page.getByRole('option', { name: 'Europe/Helsinki' }).click();
  await page.getByRole('button', { name: common.sv.save, exact: true }).click();
  await page.getByText(t.saved).waitFor();
  const { body } = await administrator.call('GET', `/companies/${door.company}/settings`);
  expect(body.timeZone).toBe('Europe/Helsinki');
  await close();
});
