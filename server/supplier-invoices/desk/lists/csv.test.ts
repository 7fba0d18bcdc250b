import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { dayIn } from '../../../../common/days.ts';
import { openDoor, paths } from '../../../testing/door.ts';
import { api, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { nowMs } from '../../../testing/time.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const base = `/companies/${door.company}/invoices`;
await door.addSupplier('1042', { name: 'Nordbygg; Material', bankGiro: '991-2346' });
const raw = `{"externalReferenceId":"full","supplierNumber":"1042","supplierName":"Nordbygg","supplierOrganizationalNumber":"121212-1212",
  "supplierBankGiro":"991-2346","supplierInvoiceNumber":"F-1","orderNumber":"PO-7","projectName":"Eken","externalReference":"=Anna","internalReference":"Bo",
  "invoiceDate":${Date.UTC(2026, 10, 15)},"paymentDueDate":${Date.parse('2026-12-14T23:00:00Z')},"totalPrice":123456789012345.10,"totalVat":0.30,
  "centRoundoff":-0.05,"invoiceFee":25,"currency":"QQQ","paymentReferenceOCR":"208710012345678901234","freight":"fritt",
  "articles":[{"articleNumber":"a-1","articleDescription":"Gips; \\"13\\" mm","quantity":10,"unit":"st","price":1.250,"totalPrice":-12.5,"vat":25},{"articleDescription":"Frakt"}]}`;
const headers = { 'content-type': 'application/json' };
const full = await door.call('POST', paths.invoices, { raw, headers });
await door.post(paths.invoices, { externalReferenceId: 'bare', supplierNumber: '1042', articles: null });
await approver.call('POST', `${base}/${full.body.id}/reject`, { reason: 'Wrong\ncurrency' });
afterAll(() => door.close());

const fileOf = async (query: string) => {
  const response = await fetch(`${door.url}${api}${base}?format=csv&sort=createdAt${query}`, {
    headers: { cookie: approver.cookie },
  });
  expect(response.status).toBe(200);
  return { text: await response.text(), name: response.headers.get('content-disposition') };
};
const records = (text: string, delimiter: string): Record<string, string>[] =>
  parse(text, { delimiter, bom: true, columns: true });

it('a Swedish file has every field, with its digits, as a Swedish spreadsheet takes it', async () => {
  const { text } = await fileOf('&language=sv&zone=Europe/Stockholm');
  const [full, bare] = records(text, ';');
  expect(full).toMatchObject({
    Status: 'Avvisad',
    Leverantörsnummer: '1042',
    Leverantör: 'Nordbygg; Material',
    Fakturanummer: 'F-1',
    Kreditfaktura: 'nej',
    Fakturadatum: '2026-11-15',
    Förfallodatum: '2026-12-15',
    Totalbelopp: '123456789012345,10',
    Moms: '0,30',
    Fakturaavgift: '25',
    Frakt: 'fritt',
    Öresavrundning: '-0,05',
    Valuta: 'QQQ',
    OCR: '208710012345678901234',
    Bankgiro: '991-2346',
    'Bankgiro på fakturan': '991-2346',
    Organisationsnummer: '121212-****',
    Ordernummer: 'PO-7',
    Projekt: 'Eken',
    'Leverantörens referens': "'=Anna",
    'Vår referens': 'Bo',
    Rader: '2',
    Filer: '0',
    'Beslutad av': 'The approver',
    'Orsak eller kommentar': 'Wrong\ncurrency',
    Partner: 'Scanner',
  });
  expect(full?.Anmärkningar).toContain('Okänd valuta');
  expect(full?.Beslutad).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d$/);
  expect(full?.Inkom).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d$/);
  // The account to pay to is always the record’s.
  expect(bare).toMatchObject({ Bankgiro: '991-2346', 'Bankgiro på fakturan': '' });
  expect(bare).toMatchObject({ Status: 'Att attestera', Totalbelopp: '', Moms: '', Rader: '0', Beslutad: '' });
});

it('an English file has commas between cells and decimal points, and times are in the zone that is asked for', async () => {
  const [there] = records((await fileOf('&language=en&zone=America/New_York')).text, ',');
  expect(there).toMatchObject({
    State: 'Rejected',
    Total: '123456789012345.10',
    Rounding: '-0.05',
    'Credit note': 'no',
  });
  expect(there?.['Invoice date']).toBe('2026-11-15');
  const [here] = records((await fileOf('&language=en&zone=Asia/Tokyo')).text, ',');
  expect(here?.Arrived).not.toBe(there?.Arrived);
});

it('a file for programs keeps its columns and their order, and has the others after them', async () => {
  const [header, full] = parse((await fileOf('')).text, { bom: true });
  expect(header?.slice(0, 4)).toEqual(['id', 'state', 'externalReferenceId', 'supplierNumber']);
  const of = (name: string) => full?.[header?.indexOf(name) ?? -1];
  expect(of('invoiceDate')).toBe(String(Date.UTC(2026, 10, 15)));
  expect(of('totalPrice')).toBe('123456789012345.10');
  expect(of('totalVat')).toBe('0.30');
  expect(of('reason')).toBe('Wrong\ncurrency');
  expect(of('createdAt')).toMatch(/^20.*Z$/);
});

it('lines have a CSV file of their own, with the invoice in each row', async () => {
  const { text, name } = await fileOf('&of=lines&language=sv');
  const today = dayIn(nowMs(), 'Europe/Stockholm');
  expect(name).toContain(`attachment; filename="Fakturarader ${today}.csv";`);
  expect((await fileOf('&language=en')).name).toContain(`filename="Invoices ${today}.csv";`);
  expect((await fileOf('')).name).toContain(`filename="supplier-invoices-${today}.csv";`);
  expect(records(text, ';')).toMatchObject([
    {
      Leverantörsnummer: '1042',
      Leverantör: 'Nordbygg; Material',
      Fakturanummer: 'F-1',
      Fakturadatum: '2026-11-15',
      Rad: '1',
      Artikelnummer: 'a-1',
      Benämning: 'Gips; "13" mm',
      Antal: '10',
      Enhet: 'st',
      Pris: '1,250',
      Radsumma: '-12,5',
      Moms: '25',
      Valuta: 'QQQ',
    },
    { Rad: '2', Benämning: 'Frakt', Pris: '', Radsumma: '' },
  ]);
  const programs = records((await fileOf('&of=lines')).text, ',');
  expect(programs).toMatchObject([{ line: '1', price: '1.250', supplierInvoiceNumber: 'F-1' }, { line: '2' }]);
  expect(programs[0]?.invoiceId).toMatch(/^[0-9a-f-]{36}$/);
  expect(records((await fileOf('&of=lines&state=received')).text, ',')).toEqual([]);
});

it('lines are available as a CSV file only', async () => {
  expectProblem(await approver.call('GET', `${base}?of=lines`), 400, 'of');
  expectProblem(await approver.call('GET', `${base}?of=files&format=csv`), 400, 'of');
  expectProblem(await approver.call('GET', `${base}?format=csv&language=de`), 400, 'language');
  expectProblem(await approver.call('GET', `${base}?format=csv&language=sv&zone=Mars`), 400, 'zone');
});

it('many lines of many invoices come in the order of the list, each once', async () => {
  const many = 7;
  for (let n = 0; n < many; n++)
    await door.post(paths.invoices, {
      externalReferenceId: `many-${n}`,
      supplierNumber: '1042',
      orderNumber: 'many',
      articles: Array.from({ length: 700 }, (_, at) => ({ articleDescription: `${n} ${at}` })),
    });
  const told = records((await fileOf('&of=lines&q=many')).text, ',').map(
    ({ articleDescription }) => articleDescription,
  );
  expect(told).toEqual(
    Array.from({ length: many }, (_, n) => Array.from({ length: 700 }, (_, at) => `${n} ${at}`)).flat(),
  );
});
