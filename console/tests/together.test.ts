import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDoor, type Door } from '../../server/testing/door.ts';
import { setSettings } from '../../server/testing/settings.ts';
import { signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type Opened } from './browser.ts';
import { addSuppliers, submit } from './company.ts';
import { picture } from './picture.ts';
import { anInvoice, suppliers } from './records.ts';

let door: Door;
let administrator: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
let viewer: SignedIn;
beforeAll(async () => {
  door = await openDoor();
  await addSuppliers(door);
  administrator = await signedIn(door, 'administrator');
  anna = await approver('Kollega ett');
  bo = await approver('Kollega två');
  viewer = await signedIn(door, 'viewer');
});
afterAll(async () => {
  await closePages();
  await door?.close();
});

async function approver(name: string): Promise<SignedIn> {
  const made = await signedIn(door, 'approver');
  expect((await administrator.call('PATCH', `/operators/${made.id}`, { name })).status).toBe(200);
  return made;
}

let made = 300;
const invoice = () => submit(door, door.token, anInvoice((made += 1)));
const at = (path: string) => `/companies/${door.company}${path}`;
const takesTwo = (payeeTakesTwo: boolean) => setSettings(door, { payeeTakesTwo });

/** Two operators open the same page at once. */
async function together(locale: string, path: string, [one, other] = [anna, bo]): Promise<[Opened, Opened]> {
  const opened = [await openPage(door, one, { locale }), await openPage(door, other, { locale })];
  for (const { go } of opened) await go(path);
  return opened as [Opened, Opened];
}

async function done(...opened: Opened[]): Promise<void> {
  for (const { complaints, close } of opened) {
    expect(complaints).toEqual([]);
    await close();
  }
}

/** The page refreshes when the operator returns to the window. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

const words = {
  en: {
    locale: 'en-GB',
    notes: 'Notes',
    one: '1 note',
    note: 'New note',
    write: 'Write the note',
    toMe: 'Assign to me',
    assign: 'Assign …',
    mine: 'Assigned to you',
    theirs: 'Assigned to Kollega ett',
    find: 'Find a colleague',
    nobody: 'Assigned to nobody',
    edit: 'Edit',
    giro: 'Bank giro',
    save: 'Save',
    waits: 'Waiting for confirmation',
    waiting: '1 change of a supplier waits for confirmation',
    confirm: 'Confirm',
    own: 'Ask another operator to confirm it.',
    confirmTitle: 'Confirm this change?',
    madeIt: 'The change is made.',
    takeBack: 'Take back',
    reason: 'Reason',
    takenBack: 'The change is taken back.',
    history: 'by Kollega två, proposed by Kollega ett',
    timeline: 'History',
  },
  sv: {
    locale: 'sv-SE',
    notes: 'Anteckningar',
    one: '1 anteckning',
    note: 'Ny anteckning',
    write: 'Spara anteckningen',
    toMe: 'Ta fakturan',
    assign: 'Tilldela …',
    mine: 'Tilldelad dig',
    theirs: 'Tilldelad Kollega ett',
    find: 'Sök en kollega',
    nobody: 'Inte tilldelad någon',
    edit: 'Ändra',
    giro: 'Bankgiro',
    save: 'Spara',
    waits: 'Väntar på bekräftelse',
    waiting: '1 ändring av en leverantör väntar på bekräftelse',
    confirm: 'Bekräfta',
    own: 'Be en annan operatör bekräfta den.',
    confirmTitle: 'Bekräfta ändringen?',
    madeIt: 'Ändringen är gjord.',
    takeBack: 'Ta tillbaka',
    reason: 'Orsak',
    takenBack: 'Ändringen är tillbakatagen.',
    history: 'av Kollega två, föreslaget av Kollega ett',
    timeline: 'Historik',
  },
};

/**
 * One language is enough: the type check proves that both have every text, and pages.test.ts shows every page in both.
 */
const inLanguage = (language: 'en' | 'sv') => ({ language, t: words[language] });

it('one takes an invoice by one click and mentions the other, who sees both', async () => {
  const { language, t } = inLanguage('en');
  const id = await invoice();
  const [mine, theirs] = await together(t.locale, at(`/invoices/${id}`));
  await mine.page.getByRole('button', { name: t.toMe }).click();
  await mine.page.getByRole('group').getByText(t.mine).waitFor();
  expect((await anna.call('GET', at(`/invoices/${id}`))).body.assignedTo.id).toBe(anna.id);

  const area = mine.page.getByLabel(t.note);
  await area.pressSequentially('Hej @kollega t');
  await mine.page.getByRole('option', { name: 'Kollega två' }).waitFor();
  await expect.poll(() => mine.page.getByRole('option').count()).toBe(1);
  await area.press('Enter');
  await expect.poll(() => area.inputValue()).toBe('Hej @Kollega två ');
  await area.pressSequentially('kom den?');
  await picture(mine.page, `together-note-${language}`, { whole: true });
  await area.press('Control+Enter');
  const note = mine.page.getByRole('region', { name: t.notes }).getByRole('listitem');
  await note.getByText('kom den?').waitFor();
  await expect.poll(() => area.inputValue()).toBe('');
  const { notes } = (await bo.call('GET', at(`/invoices/${id}`))).body;
  expect(notes).toMatchObject([{ by: { id: anna.id }, mentions: [{ id: bo.id, name: 'Kollega två' }] }]);

  await comeBack(theirs.page);
  const seen = theirs.page.getByRole('region', { name: t.notes });
  await seen.locator('mark', { hasText: '@Kollega två' }).waitFor();
  await seen.getByText('Kollega ett').waitFor();
  await theirs.page.getByText(t.theirs).first().waitFor();
  await theirs.page.getByRole('button', { name: t.one }).click();
  await expect.poll(() => seen.evaluate((panel) => panel.getBoundingClientRect().top < innerHeight)).toBe(true);
  await theirs.page.getByRole('region', { name: t.timeline }).getByText(t.theirs).waitFor();
  for (const { page } of [mine, theirs]) expect(await seriousIn(page)).toEqual([]);
  await done(mine, theirs);
});

it('an invoice is given to a colleague who is found by part of the name, and to nobody, by keyboard', async () => {
  const { t } = inLanguage('sv');
  const id = await invoice();
  const opened = await openPage(door, bo, { locale: t.locale });
  const { page, go } = opened;
  await go(at(`/invoices/${id}`));
  await page.getByText(t.nobody).waitFor();
  await page.getByRole('button', { name: t.assign }).focus();
  await page.keyboard.press('Enter');
  const find = page.getByLabel(t.find);
  await find.fill('ga ett');
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([expect.stringContaining('Kollega ett')]);
  expect(await seriousIn(page)).toEqual([]);
  await find.press('ArrowDown');
  await find.press('Enter');
  await page.getByRole('group').getByText(t.theirs).waitFor();
  await page.getByRole('button', { name: t.assign }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('group').getByText(t.nobody).waitFor();
  expect((await bo.call('GET', at(`/invoices/${id}`))).body.assignedTo).toBeNull();
  await done(opened);
});

it('a change of who is paid that one proposes takes the other to confirm it', async () => {
  const { language, t } = inLanguage('sv');
  await takesTwo(true);
  const number = language === 'en' ? '1001' : '1004';
  const [giro, before] = ['5402-9681', suppliers.find((one) => one.number === number)?.bankGiro ?? ''];
  const [mine, theirs] = await together(t.locale, at(`/suppliers/${number}`));
  await mine.page.getByRole('button', { name: t.edit }).click();
  const dialog = mine.page.getByRole('dialog');
  await dialog.getByLabel(t.giro).fill(giro);
  await dialog.getByRole('button', { name: t.save }).click();
  const panel = ({ page }: Opened) => page.getByRole('region', { name: t.waits });
  const row = (opened: Opened) => panel(opened).getByRole('row', { name: t.giro });
  await row(mine).getByText(before).waitFor();
  await row(mine).getByText(giro).waitFor();
  const own = panel(mine).getByRole('button', { name: t.confirm });
  expect(await own.getAttribute('aria-disabled')).toBe('true');
  await own.hover();
  await mine.page.getByRole('tooltip').getByText(t.own).waitFor();
  expect((await bo.call('GET', at(`/suppliers/${number}`))).body.bankGiro).toBe(before);
  await picture(mine.page, `together-proposal-${language}`, { whole: true });

  await comeBack(theirs.page);
  await row(theirs).getByText(giro).waitFor();
  expect(await seriousIn(theirs.page)).toEqual([]);
  await theirs.go(at('/suppliers'));
  await theirs.page.getByText(t.waiting).waitFor();
  await picture(theirs.page, `together-suppliers-${language}`);
  await theirs.go(at(`/suppliers/${number}`));
  await panel(theirs).getByRole('button', { name: t.confirm }).click();
  await theirs.page.getByRole('dialog', { name: t.confirmTitle }).getByRole('button', { name: t.confirm }).click();
  await theirs.page.getByText(t.madeIt).waitFor();
  await panel(theirs).waitFor({ state: 'detached' });
  await theirs.page.getByText(t.history).waitFor();
  expect((await bo.call('GET', at(`/suppliers/${number}`))).body).toMatchObject({ bankGiro: giro, proposals: [] });
  await done(mine, theirs);
});

it('who proposed a change takes it back with a reason', async () => {
  const { language, t } = inLanguage('en');
  await takesTwo(true);
  await anna.call('PATCH', at('/suppliers/1006'), { name: `Fönster ${language}` });
  const opened = await openPage(door, anna, { locale: t.locale });
  const { page, go } = opened;
  await go(at('/suppliers/1006'));
  await page.getByRole('button', { name: t.takeBack }).click();
  const dialog = page.getByRole('dialog', { name: t.takeBack });
  await dialog.getByLabel(t.reason).fill('Skrev fel.');
  expect(await seriousIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: t.takeBack }).click();
  await page.getByText(t.takenBack).waitFor();
  expect((await anna.call('GET', at('/suppliers/1006'))).body).toMatchObject({
    name: 'Skånska Fönster',
    proposals: [],
  });
  await done(opened);
});

it('what was typed stays when the service cannot be reached, and is sent by the next try', async () => {
  const id = await invoice();
  const opened = await openPage(door, anna);
  const { page, context, go } = opened;
  await go(at(`/invoices/${id}`));
  await page.getByLabel('New note').fill('Ask for the delivery note.');
  await context.route('**/notes', (route) => route.abort());
  await page.getByRole('button', { name: 'Write the note' }).click();
  await page.getByRole('region', { name: 'Notes' }).getByRole('alert').waitFor();
  expect(await page.getByLabel('New note').inputValue()).toBe('Ask for the delivery note.');
  // Leaving with an unsaved note asks first.
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  expect(await page.getByLabel('New note').inputValue()).toBe('Ask for the delivery note.');
  await context.unroute('**/notes');
  await page.getByRole('button', { name: 'Write the note' }).click();
  await page.getByRole('listitem').getByText('Ask for the delivery note.').waitFor();
  expect((await anna.call('GET', at(`/invoices/${id}`))).body.notes).toHaveLength(1);
  await done(opened);
});

it('who only looks reads the notes, and is told why no more', async () => {
  const id = await invoice();
  await anna.call('POST', at(`/invoices/${id}/notes`), { text: 'Call them.' });
  const opened = await openPage(door, viewer);
  const { page, go } = opened;
  await go(at(`/invoices/${id}`));
  await page.getByRole('listitem').getByText('Call them.').waitFor();
  for (const name of ['Write the note', 'Assign to me'])
    expect(await page.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByLabel('New note').count()).toBe(0);
  await done(opened);
});

it('an administrator sets an approver’s limit, in the currency of the company, and takes it away', async () => {
  await administrator.call('PATCH', at('/settings'), { currency: 'NOK' });
  const opened = await openPage(door, administrator);
  const { page, go } = opened;
  const limitOf = async () =>
    (await administrator.call('GET', '/operators?limit=200')).body.rows.find(({ id }: { id: string }) => id === bo.id)
      .companies[0].approvalLimit;
  await go('/operators');
  const row = page.getByRole('row', { name: bo.email });
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  const limit = dialog.getByLabel(`Limit at ${door.companyName}, NOK`);
  await limit.fill('ten');
  await dialog.getByText('Write an amount').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await limit.fill('50 000,50');
  expect(await seriousIn(page)).toEqual([]);
  await picture(page, 'together-limit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText(`${door.companyName}: approver up to 50,000.50`).waitFor();
  expect(await limitOf()).toBe('50000.50');
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel(`Limit at ${door.companyName}, NOK`).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('up to').waitFor({ state: 'detached' });
  expect(await limitOf()).toBeUndefined();
  await done(opened);
});

it('settings are saved, what weakens a duty waits for a second administrator, and unsaved ones are asked about', async () => {
  await setSettings(door, { payeeTakesTwo: false, currency: 'SEK' });
  const second = await signedIn(door, 'administrator');
  const opened = await openPage(door, administrator, { locale: 'sv-SE' });
  const { page, go } = opened;
  await go(at('/settings'));
  const two = page.getByRole('switch', { name: 'Tvåpersonskontroll av ändrade betalningsuppgifter' });
  expect(await two.isChecked()).toBe(false);
  await two.click();
  await page.getByLabel('Valuta för attestgränser').selectOption('EUR');
  await picture(page, 'together-settings');
  await page.getByRole('link', { name: 'Översikt' }).first().click();
  await page.getByRole('button', { name: 'Stanna kvar' }).click();
  await page.getByRole('button', { name: 'Spara', exact: true }).click();
  await page.getByText('Inställningarna är sparade. Det som försvagar').waitFor();
  expect((await administrator.call('GET', at('/settings'))).body).toMatchObject({
    currency: 'SEK',
    payeeTakesTwo: true,
  });
  await page.getByRole('switch', { name: 'Olika personer förbereder och attesterar' }).click();
  await page.getByRole('button', { name: 'Spara', exact: true }).click();
  await page.getByText('Skriv varför.').waitFor();
  await page.getByLabel('Varför en person får göra båda delarna').fill('Bara en attestant.');
  await picture(page, 'together-settings-duties');
  await page.getByRole('button', { name: 'Spara', exact: true }).click();
  const duties = 'Olika personer förbereder och attesterar: ja → nej';
  await page.getByRole('region', { name: duties }).getByText('Bara en attestant.').waitFor();
  await page.getByRole('region', { name: duties }).getByRole('button', { name: 'Ta tillbaka' }).waitFor();
  expect(await seriousIn(page)).toEqual([]);

  const other = await openPage(door, second, { locale: 'en-GB' });
  await other.go(at('/settings'));
  await other.page
    .getByRole('region', { name: 'Currency of the approvers’ limits: SEK → EUR' })
    .getByRole('button', { name: 'Decline' })
    .click();
  await other.page.getByText('The change is declined.').waitFor();
  await picture(other.page, 'together-settings-waiting');
  const region = other.page.getByRole('region', { name: 'Different people prepare and approve: yes → no' });
  await region.getByRole('button', { name: 'Confirm' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await other.page.getByText('Why one person may do both: Bara en attestant.').waitFor();
  expect((await second.call('GET', at('/settings'))).body).toMatchObject({ separateDuties: false, waiting: [] });
  await setSettings(door, { dutiesOffReason: null });
  await done(opened, other);
});
