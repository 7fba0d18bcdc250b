import { expect, it } from 'vitest';
import type { Invoice } from '../../../api/types.ts';
import { parseExact } from '../../../exact.ts';
import type { Finding } from '../findings/places.ts';
import { comparedFields, likenessOf, oncePerDuplicate } from './alike.ts';

const invoice = (document: object) => ({ document: parseExact(JSON.stringify(document)) as Invoice['document'] });

it('the usual fields are compared, others only if they differ, and exact digits count', () => {
  const own = { supplierInvoiceNumber: 'FA1', totalPrice: 100, currency: 'SEK', orderNumber: '7', projectName: 'Eken' };
  const other = { ...own, supplierInvoiceNumber: 'FA 1', totalPrice: 100.01, orderNumber: '8' };
  expect(comparedFields(invoice(own), invoice(other))).toEqual([
    { field: 'supplierInvoiceNumber', differs: true },
    { field: 'totalPrice', differs: true },
    { field: 'orderNumber', differs: true },
  ]);
});

it('dates are compared as days', () => {
  const dated = (invoiceDate: number, invoiceDay: string) => ({ ...invoice({ invoiceDate }), invoiceDay });
  const compared = comparedFields(dated(1764025200000, '2025-11-25'), dated(1764028800000, '2025-11-25'));
  expect(compared).toEqual([{ field: 'invoiceDate', differs: false }]);
});

it('a date of 0 is none', () => {
  const compared = comparedFields(invoice({ invoiceDate: 0 }), invoice({ totalPrice: 1, paymentDueDate: 0 }));
  expect(compared.map(({ field }) => field)).toEqual(['totalPrice']);
});

it('the findings about one other invoice are one, with all that the two have in common', () => {
  const finding = (code: string, earlier: string, score: number, reasons: string[]) =>
    ({ code, severity: 'warning', place: 1, message: '', parameters: { earlier, score, reasons } }) as const;
  const findings: Finding[] = [
    finding('duplicate.number', 'a', 90, ['number', 'amount']),
    finding('duplicate.amount', 'a', 90, ['number', 'amount']),
    finding('duplicate.file', 'a', 98, ['file', 'number']),
    finding('duplicate.ocr', 'b', 60, ['ocr']),
    { code: 'currency.unknown', severity: 'warning', place: 5, message: '' } as const,
  ];
  expect(oncePerDuplicate(findings).map(({ code }) => code)).toEqual([
    'duplicate.number',
    'duplicate.ocr',
    'currency.unknown',
  ]);
  expect(likenessOf(findings.slice(0, 3))).toEqual({ score: 98, reasons: ['number', 'amount', 'file'] });
});
