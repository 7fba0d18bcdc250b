import type { Locator, Page } from 'playwright-core';
import type { Door } from '../../server/testing/door.ts';
import { ago } from '../../server/testing/time.ts';
import { addSuppliers, attach, submit } from './company.ts';
import { png } from './files.ts';
import { anInvoice, lastInvoice, lastPaper } from './records.ts';
import { faxTiff } from './scans.ts';

const xml = Buffer.from(
  '<?xml version="1.0" encoding="UTF-8"?><!-- from the supplier --><Invoice xmlns="urn:invoice"><ID>F-20871</ID>' +
    '<Total currency="SEK">18412.50</Total><Note/></Invoice>',
);

/** Invoices with three files, with a PDF alone, with a TIFF, and with none. */
export interface Documents {
  several: string;
  single: string;
  scanned: string;
  bare: string;
}

export async function addDocuments(door: Door): Promise<Documents> {
  await addSuppliers(door);
  const several = await submit(door, door.token, {
    ...lastInvoice,
    currency: 'SEK',
    supplierBankGiro: '991-2346',
    paymentDueDate: ago(10 * 86_400_000).getTime(),
  });
  await attach(door, several, 'F-20871.pdf', lastPaper);
  await attach(door, several, 'delivery-note.png', png);
  await attach(door, several, 'invoice.xml', xml);
  const single = await submit(door, door.token, {
    ...lastInvoice,
    externalReferenceId: 'single',
    supplierInvoiceNumber: 'F-20872',
  });
  await attach(door, single, 'F-20872.pdf', lastPaper);
  const scanned = await submit(door, door.token, anInvoice(3));
  await attach(door, scanned, 'scan.tif', faxTiff());
  const bare = await submit(door, door.token, { ...anInvoice(9), supplierBankGiro: '5050-1055' });
  return { several, single, scanned, bare };
}

export const wide = { viewport: { width: 1440, height: 900 } };

export const words = {
  en: {
    locale: 'en-GB',
    fields: 'Fields of the invoice',
    files: 'Files',
    approve: /^Approve/,
    larger: 'Larger',
    smaller: 'Smaller',
    fitWidth: 'Fit the width',
    fitPage: 'Fit the whole page',
    rotate: 'Rotate',
    find: (value: string) => `Find ${value} in the file`,
    found: 'Found on page 1, 1 of 1',
    sheet: 'Page 1 of 2',
    total: '18,412.50 SEK',
    handle: 'Width of the fields beside the file',
  },
  sv: {
    locale: 'sv-SE',
    fields: 'Fakturans uppgifter',
    files: 'Filer',
    approve: /^(?:Godkänn|Attestera)/,
    larger: 'Större',
    smaller: 'Mindre',
    fitWidth: 'Anpassa till bredden',
    fitPage: 'Visa hela sidan',
    rotate: 'Rotera',
    find: (value: string) => `Hitta ${value} i filen`,
    found: 'Hittades på sida 1, 1 av 1',
    sheet: 'Sida 1 av 2',
    total: '18\u00A0412,50 SEK',
    handle: 'Uppgifternas bredd bredvid filen',
  },
};

export const box = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
export const fieldsOf = (page: Page, t = words.en) => page.getByRole('region', { name: t.fields, exact: true });
export const fileOf = (page: Page, t = words.en) => page.getByRole('region', { name: t.files, exact: true });
export const sheetOf = (page: Page, t = words.en) => page.getByRole('img', { name: t.sheet });
export const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
