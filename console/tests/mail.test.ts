import { afterAll, beforeEach, expect, it } from 'vitest';
import { requireCompany } from '../../server/companies/store.ts';
import { openOwnDoor } from '../../server/testing/door.ts';
import { goodPassword, signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { openSmtp, wayForThisTest } from '../../server/testing/smtp.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { picture } from './picture.ts';

const sender = { MAIL_FROM: 'Doorway <doorway@example.com>' };
const smtp = await openSmtp();
const door = await openOwnDoor('The mail server is a setting of the process.', {
  env: { ...sender, SMTP_URL: smtp.url },
});
const administrator = await signedIn(door, 'administrator');
await door.tokenFor({ company: 'Beta' });
const administering = await openPage(door, administrator);
await administering.go('/account');
afterAll(async () => {
  await closePages();
  await door?.close();
  await smtp?.close();
});
beforeEach(() => void smtp.received.splice(0));

/** The mail's link has another port than the test's service; only the path counts. */
const linkIn = (text = '') => /\/console(\/welcome#[\w-]+)$/m.exec(text)?.[1] ?? '';
const choicesOf = async (who: SignedIn, company: string = door.company) => {
  const { setUp: _setUp, ...choices } = (await who.call('GET', `/session/companies/${company}/mail`)).body;
  return choices;
};

it('an operator chooses what to be told of in each company, and is sent a test', async () => {
  const beta = await requireCompany(door.pool, 'Beta');
  const { page, complaints } = administering;
  const panel = page.getByRole('region', { name: 'E-mail' });
  await panel.getByLabel('Company').selectOption(door.companyName);
  await panel.getByLabel('What is waiting, every morning').check();
  await panel.getByLabel('Held invoices').check();
  await panel.getByLabel('A partner’s calls fail').selectOption('More than 20%');
  await picture(page, 'mail-choices');
  expect(await seriousIn(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your choices are saved.').waitFor();
  const chosen = { held: true, proposed: false, endpointOff: false, failuresPercent: 20, digest: true, waiting: true };
  expect(await choicesOf(administrator)).toEqual(chosen);
  // Mails use the operator's language.
  const language = async () => (await administrator.call('GET', '/session')).body.preferences.language;
  await expect.poll(language).toBe('en');
  await panel.getByLabel('Company').selectOption('Beta');
  await expect.poll(() => panel.getByLabel('Held invoices').isChecked()).toBe(false);
  await panel.getByLabel('A webhook endpoint is switched off').check();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => choicesOf(administrator, beta)).toMatchObject({ held: false, endpointOff: true });
  await panel.getByLabel('Company').selectOption(door.companyName);
  await expect.poll(() => panel.getByLabel('Held invoices').isChecked()).toBe(true);
  await panel.getByRole('button', { name: 'Send me a test' }).click();
  await panel.getByText(`It went to ${administrator.email}.`).waitFor();
  expect(smtp.received).toMatchObject([{ to: [administrator.email], subject: 'Test message from Doorway' }]);
  expect(complaints).toEqual([]);
});

it('whoever is invited gets the link by mail, and comes in with it; nobody sees it in the console', async () => {
  const { page, visit, complaints } = administering;
  await visit('/operators');
  await page.getByRole('button', { name: 'Invite a user' }).click();
  await page.getByLabel('Name').fill('Åsa Öberg');
  await page.getByLabel('E-mail address').fill('asa@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'The link is sent' });
  await dialog.getByText('A one-time link was sent to Åsa Öberg, at asa@example.com.').waitFor();
  await picture(page, 'mail-invited');
  expect(await seriousIn(page)).toEqual([]);
  expect(await page.getByTestId('secret').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(smtp.received).toMatchObject([{ to: ['asa@example.com'], subject: 'Your invitation to Doorway' }]);
  expect(complaints).toEqual([]);
  const invited = await openPage(door);
  await invited.go(linkIn(smtp.received[0]?.text));
  await invited.page.getByLabel('New password').fill(goodPassword);
  await invited.page.getByLabel('The password once more').fill(goodPassword);
  await invited.page.getByRole('button', { name: 'Set the password' }).click();
  await invited.page.getByRole('button', { name: 'Your account' }).waitFor();
  await invited.close();
});

it('where the mail server is away the reason is shown, not the link, and trying again sends it', async () => {
  const way = await wayForThisTest(smtp);
  way.open = false;
  const other = await openOwnDoor('The mail server is a setting of the process.', {
    env: { ...sender, SMTP_URL: way.url },
  });
  try {
    const who = await signedIn(other, 'administrator');
    const { page, go, visit, close } = await openPage(other, who, { locale: 'sv-SE' });
    await go('/operators');
    await page.getByRole('button', { name: 'Ny länk' }).click();
    const dialog = page.getByRole('dialog', { name: 'Länken är inte skickad' });
    await dialog.getByText('E-postservern går inte att nå.').waitFor();
    expect(await page.getByTestId('secret').count()).toBe(0);
    await picture(page, 'mail-not-sent');
    expect(await seriousIn(page)).toEqual([]);
    way.open = true;
    await dialog.getByRole('button', { name: 'Försök igen' }).click();
    await page.getByRole('dialog', { name: 'Länken är skickad' }).waitFor();
    expect(linkIn(smtp.received[0]?.text)).not.toBe('');
    way.open = false;
    await visit('/account');
    await page.getByRole('button', { name: 'Skicka ett test till mig' }).click();
    await page.getByText('Testet skickades inte').waitFor();
    await close();
  } finally {
    await other.close();
  }
});

it('whoever forgot the password is sent a link from the sign-in page, in its language', async () => {
  const viewer = await signedIn(door, 'viewer');
  const { page, go, close, complaints } = await openPage(door, undefined, { locale: 'sv-SE' });
  await go('/sign-in');
  await page.getByRole('link', { name: 'Glömt lösenordet?' }).click();
  await page.getByRole('heading', { level: 1, name: 'Glömt lösenordet?' }).waitFor();
  await page.getByLabel('E-postadress').fill(viewer.email);
  await picture(page, 'mail-forgotten');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Skicka en länk' }).click();
  await page.getByText(`Om det finns ett konto för ${viewer.email} är en länk på väg.`).waitFor();
  await picture(page, 'mail-asked');
  expect(await seriousIn(page)).toEqual([]);
  await expect.poll(() => smtp.received).toMatchObject([{ subject: 'Välj ett nytt lösenord till Doorway' }]);
  await go(linkIn(smtp.received[0]?.text));
  await page.getByLabel('Nytt lösenord').fill('another horse battery');
  await page.getByLabel('Lösenordet en gång till').fill('another horse battery');
  await page.getByRole('button', { name: 'Spara lösenordet' }).click();
  await page.getByRole('heading', { level: 1, name: 'Översikt' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
