import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, download, openPage } from './browser.ts';
import { picture } from './picture.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const second = await signedIn(door, 'approver');
afterAll(async () => {
  await closePages();
  await door?.close();
});

const company = () => `/companies/${door.company}`;
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** One language is enough: the type check proves that both have every text, and pages.test.ts shows every page in both. */
const t = {
  create: 'Ny leverantör',
  number: 'Nummer',
  name: 'Namn',
  giro: 'Bankgiro',
  city: 'Ort',
  save: 'Spara',
  edit: 'Ändra',
  block: 'Spärra',
  unblock: 'Häv spärren',
  reason: 'Orsak',
  blocked: 'Spärrad',
  held: 'Spärrad leverantör',
  look: 'Förhandsgranska',
  importing: 'Importera 1 ny',
  readAs: 'Filen lästes som Windows-1252.',
  meanwhile: 'Ändrad under tiden',
  yours: 'Din uppgift:',
  theirs: 'Den andras:',
  choose: 'Spara mina val',
  exporting: 'Exportera CSV',
  byYear: 'Fakturor per år',
  latest: 'Senaste fakturorna',
  noProposal: 'Utan förslags-id kan ingen arbetsorder nå projektet.',
  heading: 'Leverantörsnummer;Namn;',
};

/** The tests share the pages of two approvers. */
const mine = await openPage(door, approver, { locale: 'sv-SE' });
const theirs = await openPage(door, second, { locale: 'sv-SE' });
for (const { go } of [mine, theirs]) await go('/account');

it('an invoice of a look-alike shows both suppliers side by side; one click tells them apart, another confirms the account', async () => {
  await approver.call('POST', `${company()}/suppliers`, {
    number: '8001',
    name: 'Takbolaget AB',
    bankGiro: '991-2346',
  });
  await door.post(paths.suppliers, { number: '8001-2', name: 'TAKBOLAGET', bankGiro: '5050-1055' });
  const sent = await door.post(paths.invoices, { externalReferenceId: 'twin', supplierNumber: '8001-2' });
  const { page, visit, complaints } = mine;
  await visit(`${company()}/invoices/${sent.body.id}`);
  const both = page.getByRole('table', { name: 'Liknar leverantör 8001' });
  await both.getByRole('row', { name: /Bankgiro 5050-1055 991-2346/ }).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await picture(page, 'look-alike-sv', { whole: true });
  await press(page, 'Det är två leverantörer');
  await both.waitFor({ state: 'detached' });

  await visit(`${company()}/suppliers/8001-2`);
  await page.getByText('Registrerat av Scanner, inte bekräftat').waitFor();
  await picture(page, 'supplier-unconfirmed-sv', { whole: true });
  expect(await seriousIn(page)).toEqual([]);
  await press(page, 'Bekräfta kontot');
  await page.getByText(/Registrerat av Scanner, bekräftat av The approver/).waitFor();
  expect(complaints).toEqual([]);
});

it('a supplier is created, and blocked; then its next invoice is held, and the page says so', async () => {
  const { page, go, visit, complaints } = mine;
  // Loading the page removes the messages of the test before.
  await go(`${company()}/suppliers`);
  await page.getByRole('button', { name: t.create }).first().click();
  await field(page, t.number).fill('7001');
  await field(page, t.name).fill('Bergs Bygg AB');
  await field(page, t.giro).fill('991-2347');
  await press(page, t.save);
  // An invalid number is refused, and the typed text stays.
  await page.getByRole('alert').waitFor();
  expect(await field(page, t.name).inputValue()).toBe('Bergs Bygg AB');
  await field(page, t.giro).fill('991-2346');
  await press(page, t.save);
  await page.getByRole('heading', { level: 1, name: 'Bergs Bygg AB' }).waitFor();

  await press(page, t.block);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t.reason).fill('Kontot ska bekräftas');
  await dialog.getByRole('button', { name: t.block, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(t.blocked, { exact: true }).first().waitFor();
  await page.getByRole('alert').getByText('Kontot ska bekräftas').waitFor();

  const sent = await door.post(paths.invoices, {
    externalReferenceId: 'blocked',
    supplierNumber: '7001',
    supplierInvoiceNumber: 'B-1',
    invoiceDate: Date.UTC(2026, 10, 2),
    totalPrice: 1250.5,
    currency: 'SEK',
  });
  expect(sent.status).toBe(200);
  await visit(`${company()}/invoices/${sent.body.id}`);
  await page.getByText(t.held).first().waitFor();

  await visit(`${company()}/suppliers/7001`);
  await page.getByRole('region', { name: t.latest }).getByRole('link', { name: 'B-1' }).waitFor();
  const years = page.getByRole('region', { name: t.byYear });
  await years.getByText('2026', { exact: true }).waitFor();
  await years.getByText(/1.250[.,]50/).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await picture(page, 'supplier-blocked');

  await press(page, t.unblock);
  await dialog.getByLabel(t.reason).fill('Bekräftat');
  await dialog.getByRole('button', { name: t.unblock, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: t.block, exact: true }).waitFor();
  await page.getByText('(Bekräftat)').waitFor();
  expect(complaints).toEqual([]);
});

it('a Windows-1252 file is imported with its letters, the page says what it was, and a mistake has its line', async () => {
  const { page, visit, complaints } = mine;
  await visit(`${company()}/import/suppliers`);
  const file = (text: string) => ({
    name: 'leverantorer.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text, 'latin1'),
  });
  await page
    .locator('input[type=file]')
    .setInputFiles(file(`Leverantörsnummer;Namn;Bankgiro\r\n7010;Ångström & Söner;1\r\n`));
  await press(page, t.look);
  await page.getByRole('alert').getByRole('row').filter({ hasText: '2' }).filter({ hasText: 'bankGiro' }).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page
    .locator('input[type=file]')
    .setInputFiles(file(`Leverantörsnummer;Namn;Ort\r\n7010;Ångström & Söner;Växjö\r\n`));
  await press(page, t.look);
  await press(page, t.importing);
  await page.getByRole('status').getByText(t.readAs).waitFor();
  await visit(`${company()}/suppliers/7010`);
  await page.getByRole('heading', { level: 1, name: 'Ångström & Söner' }).waitFor();
  await page.getByText('Växjö').first().waitFor();
  expect(complaints).toEqual([]);
});

it('of two who edit at once the second sees both values, chooses, and loses nothing of what was typed', async () => {
  await door.addSupplier('7020', { name: 'Twice AB', city: 'Visby', phone: '1' });
  const [one, other] = [mine, theirs];
  for (const { page, visit } of [one, other]) {
    await visit(`${company()}/suppliers/7020`);
    await press(page, t.edit);
    await field(page, t.city).waitFor();
  }
  await field(one.page, t.city).fill('Boden');
  await field(one.page, t.name).fill('Theirs AB');
  await press(one.page, t.save);
  await one.page.getByRole('heading', { level: 1, name: 'Theirs AB' }).waitFor();

  const { page } = other;
  await field(page, t.city).fill('Kiruna');
  await press(page, t.save);
  await page.getByText(t.meanwhile).waitFor();
  const city = page.getByRole('radiogroup', { name: t.city });
  const name = page.getByRole('radiogroup', { name: t.name });
  expect(await city.getByRole('radio', { name: `${t.yours} Kiruna` }).isChecked()).toBe(true);
  expect(await city.getByRole('radio', { name: `${t.theirs} Boden` }).isChecked()).toBe(false);
  expect(await name.getByRole('radio', { name: `${t.theirs} Theirs AB` }).isChecked()).toBe(true);
  expect(await seriousIn(page)).toEqual([]);
  await picture(page, 'supplier-meanwhile');
  await name.getByRole('radio', { name: `${t.yours} Twice AB` }).check();
  await press(page, t.choose);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 1, name: 'Twice AB' }).waitFor();
  const { body } = await approver.call('GET', `${company()}/suppliers/7020`);
  expect(body).toMatchObject({ name: 'Twice AB', city: 'Kiruna', phone: '1' });
  expect([...one.complaints, ...other.complaints]).toEqual([]);
});

it('a project that another changed meanwhile is saved as one chooses, and one without a proposal id is warned about', async () => {
  const made = await approver.call('POST', `${company()}/projects`, {
    number: 'P',
    name: 'Eken',
    proposalIds: [],
    facilities: [{ number: '1', name: 'Hus' }],
  });
  const { page, visit, complaints } = theirs;
  await visit(`${company()}/projects/${made.body.id}`);
  await page.getByText(t.noProposal).waitFor();
  await approver.call('PUT', `${company()}/projects/${made.body.id}`, {
    number: 'P',
    name: 'Linden',
    proposalIds: ['L-1'],
    facilities: [{ number: '1', name: 'Hus' }],
  });
  await field(page, t.name).fill('Aspen');
  await press(page, t.save);
  await page.getByText(t.meanwhile).waitFor();
  await page.getByRole('radio', { name: `${t.theirs} Linden` }).waitFor();
  expect(await page.getByRole('radio', { name: `${t.yours} Aspen` }).isChecked()).toBe(true);
  await press(page, t.choose);
  await page.getByRole('heading', { level: 1, name: 'Aspen' }).waitFor();
  expect((await approver.call('GET', `${company()}/projects/${made.body.id}`)).body).toMatchObject({
    name: 'Aspen',
    proposalIds: ['L-1'],
  });
  // The next save compares with the last saved version.
  await field(page, t.name).fill('Aspen II');
  await press(page, t.save);
  await page.getByRole('heading', { level: 1, name: 'Aspen II' }).waitFor();
  expect(complaints).toEqual([]);
});

it('the export has the headings of the language, and lines are a file of their own', async () => {
  await door.addSupplier('7030', { name: 'Export AB' });
  await door.post(paths.invoices, {
    externalReferenceId: 'export',
    supplierNumber: '7030',
    totalPrice: 10.5,
    articles: [{ articleDescription: 'Gips', totalPrice: 10.5 }],
  });
  const { page, visit } = mine;
  const downloaded = async (link: Locator) => {
    const { name, bytes } = await download(page, link);
    return `${name}: ${bytes.toString('utf8')}`;
  };
  const fromMenu = async (item: string) => {
    await page.getByRole('button', { name: 'Exportera' }).click();
    return downloaded(page.getByRole('menuitem', { name: item }));
  };
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(new Date());
  await visit(`${company()}/suppliers?q=Export`);
  await page.getByRole('link', { name: 'Export AB' }).first().waitFor();
  expect(await downloaded(page.getByRole('link', { name: t.exporting }))).toContain(
    `Leverantörer ${today}.csv: \uFEFF${t.heading}`,
  );
  await visit(`${company()}/invoices?supplier=7030`);
  const invoices = await fromMenu('Exportera CSV');
  expect(invoices).toContain(';10,5;');
  expect(invoices).toContain(`Fakturor ${today}.csv: `);
  expect(await fromMenu('Exportera raderna som CSV')).toMatch(/^Fakturarader .*Gips/s);
});
