import { afterAll, expect, it } from 'vitest';
import { clientId, clientSecret, openDirectory } from '../../server/testing/directory.ts';
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

it('an administrator adds a directory for one company in its form, and somebody comes back from it, whose answer is sent once', async () => {
  await using provider = await openDirectory();
  // Rows wait if there is a second administrator.
  await door.pool.query('UPDATE operators SET disabled_at = now() WHERE administrator');
  const operator = await signedIn(door, 'administrator');
  const { page, visit, go, asked, close, complaints } = await openPage(door, operator);
  await go('/directories');
  await page.getByRole('button', { name: 'Add a directory' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Acme ID');
  await dialog.getByLabel('Issuer').fill(provider.issuer);
  await dialog.getByLabel('Client id').fill(clientId);
  await dialog.locator('input[type=password]').fill(clientSecret);
  await dialog.getByLabel('Companies').selectOption('some');
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await dialog.getByText('Choose at least one company.').waitFor();
  await dialog.getByRole('checkbox', { name: door.companyName }).check();
  await dialog.getByRole('button', { name: 'Add a row' }).click();
  // The rows offer the chosen companies only.
  expect(await dialog.getByLabel('Company').locator('option').allInnerTexts()).toEqual([door.companyName]);
  await dialog.getByLabel('Value').fill('clerks');
  await add.click();
  await dialog.waitFor({ state: 'detached' });
  const { directories } = (await operator.call('GET', '/directories')).body;
  const { id, companies, redirectUri } = directories.find(
    ({ issuer }: { issuer: string }) => issuer === provider.issuer,
  );
  expect(companies).toEqual([{ id: door.company, name: door.companyName }]);
  provider.redirectUris.push(redirectUri);
  provider.accounts.set('anna', { email: 'anna@example.com', groups: ['clerks'] });

  const address = await page.evaluate(async (path) => {
    const headers = { 'content-type': 'application/json', 'x-doorway-console': '1' };
    return (await (await fetch(path, { method: 'POST', headers, body: '{}' })).json()).address;
  }, `/operator/v1/session/directories/${id}`);
  const reply = await provider.visit(address, 'anna');
  await visit(`/signed-in/${id}?${new URLSearchParams(reply)}`);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(asked.filter((request) => request.endsWith('/reply'))).toHaveLength(1);
  await visit('/account');
  await page.getByText('You have no password here').waitFor();
  // This directory does not say when the person last proved who they are.
  await door.pool.query('UPDATE operator_sessions SET proved_at = now()');
  await page.getByRole('button', { name: 'Add an app' }).click();
  await dialog.getByRole('img', { name: 'QR code with the secret' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
