import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { settingsText } from '../src/pages/settings/text.ts';
import { common } from '../src/text/common.ts';
import { closePages, openPage } from './browser.ts';

const door = await openDoor();
afterAll(async () => {
  await closePages();
  await door?.close();
});

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
