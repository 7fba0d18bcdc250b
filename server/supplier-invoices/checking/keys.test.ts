import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openOwnDoor, paths } from '../../testing/door.ts';
import { postText } from '../../testing/operations.ts';
import { fillLooks } from './fill-looks.ts';

const numbers = [
  'F-0012',
  'f 12',
  'FO12',
  '000',
  '0',
  'O-0',
  'Ä-7/å',
  '--',
  ' ',
  '2026.001',
  '٣4',
  'Straße 7',
  'İ1',
  '12\u00a034',
  '𝟙2',
  'a0b0',
  'Fаktura 9',
  'ІNV-1',
];
const totals = ['0', '-0.0', '10.50', '1e3', '-3.10', '90071992547409.930', '0.000000000000000000000000000001'];
const dates = [1762988400000, 1762992000000, 1774745999000, 1774746000000, 1793494800000, 946684800000, 4102444799999];

it('the migrations and the start after them give stored invoices the same keys and days as arriving ones get', async () => {
  const door = await openOwnDoor('It applies a migration to all invoices.');
  try {
    await door.addSupplier('1');
    let made = 0;
    const post = async (fields: string) => {
      const { status } = await postText(
        door,
        paths.invoices,
        `{"externalReferenceId":"${made++}","supplierNumber":"1",${fields}}`,
      );
      expect([fields, status]).toEqual([fields, 200]);
    };
    for (const number of numbers)
      await post(`"supplierInvoiceNumber":${JSON.stringify(number)},"paymentReferenceOCR":${JSON.stringify(number)}`);
    for (const total of totals)
      for (const date of dates) await post(`"totalPrice":${total},"invoiceDate":${date},"paymentDueDate":${date}`);
    await post('"totalPrice":null,"invoiceDate":null,"supplierInvoiceNumber":null');

    const read = async () =>
      (
        await door.pool.query(
          `SELECT document::text AS document, number_key, amount_key, ocr_key, invoice_day::text, payment_due_day::text
           FROM supplier_invoices ORDER BY id`,
        )
      ).rows;
    const given = await read();
    expect(given.filter((row) => row.amount_key !== null)).toHaveLength((totals.length - 2) * dates.length);
    expect(given.filter((row) => row.invoice_day !== null)).toHaveLength(totals.length * dates.length);
    await door.pool.query(
      'UPDATE supplier_invoices SET number_key = NULL, amount_key = NULL, ocr_key = NULL, invoice_day = NULL, payment_due_day = NULL',
    );
    for (const name of ['0015_checks', '0047_calendar_days']) {
      const migration = await readFile(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8');
      const update = /UPDATE supplier_invoices SET\s+(?:number_key|invoice_day)[^;]*;/.exec(migration)?.[0] as string;
      await door.pool.query(update);
    }
    await door.pool.query('UPDATE company_counters SET looks_version = 0');
    expect(await fillLooks(door.pool)).toBe(1);
    expect(await read()).toEqual(given);
  } finally {
    await door.close();
  }
});
