import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { goodPassword, signedIn } from '../../server/testing/operator.ts';
import { closePages, openPage } from './browser.ts';

const door = await openDoor();
afterAll(async () => {
  await closePages();
  await door?.close();
});

it('a passkey is added, signs in alone and as the second factor, and is asked for again in place', async () => {
  const { email, id } = await signedIn(door, 'administrator');
  // Browsers know no passkeys for the address of a host.
  const { context, page, go, close, complaints } = await openPage({
    ...door,
    url: door.url.replace('127.0.0.1', 'localhost'),
  });
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const typePassword = async () => {
    await page.getByLabel('E-mail address').fill(email);
    await page.locator('input[type=password]').fill(goodPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const signOut = async () => {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  const usePasskey = () => page.getByRole('button', { name: 'Use a passkey' }).click();

  await go('/account');
  await typePassword();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What you call it').fill('The laptop');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Each replaces a passkey').waitFor();
  expect((await page.getByTestId('secret').innerText()).split('\n')).toHaveLength(10);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('The laptop').waitFor();
  await page.getByText('10 recovery codes left').waitFor();

  await signOut();
  await usePasskey();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await signOut();
  await typePassword();
  await usePasskey();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  await go(`/companies/${door.company}/settings`);
  await page.getByLabel('A second person confirms changes').click();
  await door.pool.query(
    `UPDATE operator_sessions SET proved_at = now() - interval '16 minutes' WHERE operator_id = $1`,
    [id],
  );
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await page.getByRole('dialog', { name: 'Is it you?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Prove first that it is you.').waitFor();
  await save.click();
  await page.getByRole('dialog', { name: 'Is it you?' }).waitFor();
  await usePasskey();
  await page.getByText('The settings are saved.').waitFor();
  expect(complaints).toEqual([]);
  await close();
});
