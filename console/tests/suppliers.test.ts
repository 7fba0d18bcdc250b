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

const languages = [
  {
    locale: 'en-GB',
    code: 'en',
    create: 'New supplier',
    number: 'Number',
    name: 'Name',
    giro: 'Bank giro',
    city: 'City',
    save: 'Save',
    edit: 'Edit',
    block: 'Block',
    unblock: 'Unblock',
    reason: 'Reason',
    blocked: 'Blocked',
    held: 'Blocked supplier',
    look: 'Preview',
    importing: 'Import 1 new',
    readAs: 'The file was read as Windows-1252.',
    meanwhile: 'Changed meanwhile',
    yours: 'Yours:',
    theirs: 'Theirs:',
    choose: 'Save what I chose',
    exporting: 'Export CSV',
    byYear: 'Invoices by year',
    latest: 'Latest invoices',
    noProposal: 'Without a proposal id no work order can reach this project.',
    heading: 'Supplier number,Name,',
  },
  {
    locale: 'sv-SE',
    code: 'sv',
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
  },
];

/**
 * One language is enough: the type check proves that both have every text, and pages.test.ts shows every page in both.
 */
function inLanguage(code: 'en' | 'sv') {
  const t = languages.find((one) => one.code === code) as (typeof languages)[0];
  return { t, at: { locale: t.locale }, of: (what: string) => `${what}-${code}` };
}

it('an invoice of a look-alike shows both suppliers side by side; one click tells them apart, another confirms the account', async () => {
  await approver.call('POST', `${company()}/suppliers`, {
    number: '8001',
    name: 'Takbolaget AB',
    bankGiro: '991-2346',
  });
  await door.post(paths.suppliers, { number: '8001-2', name: 'TAKBOLAGET', bankGiro: '5050-1055' });
  const sent = await door.post(paths.invoices, { externalReferenceId: 'twin', supplierNumber: '8001-2' });
  const { page, go, visit, close, complaints } = await openPage(door, approver, { locale: 'sv-SE' });
  await go(`${company()}/invoices/${sent.body.id}`);
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
  await close();
});

it('a supplier is created, and blocked; then its next invoice is held, and the page says so', async () => {
  const { t, at, of } = inLanguage('en');
  const { page, go, visit, close, complaints } = await openPage(door, approver, at);
  await go(`${company()}/suppliers`);
  await page.getByRole('button', { name: t.create }).first().click();
  await field(page, t.number).fill(of('7001'));
  await field(page, t.name).fill('Bergs Bygg AB');
  await field(page, t.giro).fill('991-2347');
  await press(page, t.save);
  // An invalid number is refused, and the typed text stays.
  await page.getByRole('alert').waitFor();
  expect(await field(page, t.name).inputValue()).toBe('Bergs Bygg AB');
  expect(await seriousIn(page)).toEqual([]);
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
    externalReferenceId: of('blocked'),
    supplierNumber: of('7001'),
    supplierInvoiceNumber: 'B-1',
    invoiceDate: Date.UTC(2026, 10, 2),
    totalPrice: 1250.5,
    currency: 'SEK',
  });
  expect(sent.status).toBe(200);
  await visit(`${company()}/invoices/${sent.body.id}`);
  await page.getByText(t.held).first().waitFor();

  await go(`${company()}/suppliers/${of('7001')}`);
  await page.getByRole('region', { name: t.latest }).getByRole('link', { name: 'B-1' }).waitFor();
  const years = page.getByRole('region', { name: t.byYear });
  await years.getByText('2026', { exact: true }).waitFor();
  await years.getByText(/1.250[.,]50/).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await picture(page, of('supplier-blocked'));

  await press(page, t.unblock);
  await dialog.getByLabel(t.reason).fill('Bekräftat');
  await dialog.getByRole('button', { name: t.unblock, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: t.block, exact: true }).waitFor();
  await page.getByText('(Bekräftat)').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('a Windows-1252 file is imported with its letters, the page says what it was, and a mistake has its line', async () => {
  const { t, at, of } = inLanguage('sv');
  const { page, go, visit, close, complaints } = await openPage(door, approver, at);
  await go(`${company()}/import/suppliers`);
  const file = (text: string) => ({
    name: 'leverantorer.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text, 'latin1'),
  });
  await page
    .locator('input[type=file]')
    .setInputFiles(file(`Leverantörsnummer;Namn;Bankgiro\r\n${of('7010')};Ångström & Söner;1\r\n`));
  await press(page, t.look);
  await page.getByRole('alert').getByRole('row').filter({ hasText: '2' }).filter({ hasText: 'bankGiro' }).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page
    .locator('input[type=file]')
    .setInputFiles(file(`Leverantörsnummer;Namn;Ort\r\n${of('7010')};Ångström & Söner;Växjö\r\n`));
  await press(page, t.look);
  await press(page, t.importing);
  await page.getByRole('status').getByText(t.readAs).waitFor();
  await visit(`${company()}/suppliers/${of('7010')}`);
  await page.getByRole('heading', { level: 1, name: 'Ångström & Söner' }).waitFor();
  await page.getByText('Växjö').first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('of two who edit at once the second sees both values, chooses, and loses nothing of what was typed', async () => {
  const { t, at, of } = inLanguage('en');
  await door.addSupplier(of('7020'), { name: 'Twice AB', city: 'Visby', phone: '1' });
  const one = await openPage(door, approver, at);
  const other = await openPage(door, second, at);
  for (const { page, go } of [one, other]) {
    await go(`${company()}/suppliers/${of('7020')}`);
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
  await picture(page, of('supplier-meanwhile'));
  await name.getByRole('radio', { name: `${t.yours} Twice AB` }).check();
  await press(page, t.choose);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 1, name: 'Twice AB' }).waitFor();
  const { body } = await approver.call('GET', `${company()}/suppliers/${of('7020')}`);
  expect(body).toMatchObject({ name: 'Twice AB', city: 'Kiruna', phone: '1' });
  expect([...one.complaints, ...other.complaints]).toEqual([]);
  await one.close();
  await other.close();
});

it('a project that another changed meanwhile is saved as one chooses, and one without a proposal id is warned about', async () => {
  const { t, at, of } = inLanguage('sv');
  const made = await approver.call('POST', `${company()}/projects`, {
    number: of('P'),
    name: 'Eken',
    proposalIds: [],
    facilities: [{ number: '1', name: 'Hus' }],
  });
  const { page, go, close, complaints } = await openPage(door, second, at);
  await go(`${company()}/projects/${made.body.id}`);
  await page.getByText(t.noProposal).waitFor();
  await approver.call('PUT', `${company()}/projects/${made.body.id}`, {
    number: of('P'),
    name: 'Linden',
    proposalIds: [of('L-1')],
    facilities: [{ number: '1', name: 'Hus' }],
  });
  await field(page, t.name).fill('Aspen');
  await press(page, t.save);
  await page.getByText(t.meanwhile).waitFor();
  await page.getByRole('radio', { name: `${t.theirs} Linden` }).waitFor();
  expect(await page.getByRole('radio', { name: `${t.yours} Aspen` }).isChecked()).toBe(true);
  expect(await seriousIn(page)).toEqual([]);
  await press(page, t.choose);
  await page.getByRole('heading', { level: 1, name: 'Aspen' }).waitFor();
  expect((await approver.call('GET', `${company()}/projects/${made.body.id}`)).body).toMatchObject({
    name: 'Aspen',
    proposalIds: [of('L-1')],
  });
  // The next save compares with the last saved version.
  await field(page, t.name).fill('Aspen II');
  await press(page, t.save);
  await page.getByRole('heading', { level: 1, name: 'Aspen II' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('the export has the headings of the language, and lines are a file of their own', async () => {
  const { t, at, of } = inLanguage('sv');
  await door.addSupplier(of('7030'), { name: 'Export AB' });
  await door.post(paths.invoices, {
    externalReferenceId: of('export'),
    supplierNumber: of('7030'),
    totalPrice: 10.5,
    articles: [{ articleDescription: 'Gips', totalPrice: 10.5 }],
  });
  const { page, go, visit, close } = await openPage(door, approver, at);
  const downloaded = async (link: Locator) => {
    const { name, bytes } = await download(page, link);
    return `${name}: ${bytes.toString('utf8')}`;
  };
  const fromMenu = async (item: string) => {
    await page.getByRole('button', { name: 'Exportera' }).click();
    return downloaded(page.getByRole('menuitem', { name: item }));
  };
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(new Date());
  await go(`${company()}/suppliers?q=Export`);
  await page.getByRole('link', { name: 'Export AB' }).first().waitFor();
  expect(await downloaded(page.getByRole('link', { name: t.exporting }))).toContain(
    `Leverantörer ${today}.csv: \uFEFF${t.heading}`,
  );
  await visit(`${company()}/invoices?supplier=${of('7030')}`);
  const invoices = await fromMenu('Exportera CSV');
  expect(invoices).toContain(';10,5;');
  expect(invoices).toContain(`Fakturor ${today}.csv: `);
  expect(await fromMenu('Exportera raderna som CSV')).toMatch(/^Fakturarader .*Gips/s);
  await close();
});
