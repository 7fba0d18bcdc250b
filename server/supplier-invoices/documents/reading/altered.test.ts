import { afterAll, expect, it } from 'vitest';
import { decimalOf } from '../../../../common/decimal.ts';
import { compareDocuments } from '../../../checks/document/compare.ts';
import { altered, hidings, innocents, other, pdfWith, right, showings } from './altered.testing.ts';
import { createPdfReader } from './reader.ts';

const { signal } = new AbortController();
const reader = createPdfReader({ maxMs: 60_000 });
afterAll(() => reader.close());

const read = (file: Uint8Array<ArrayBuffer>) => reader.read(Uint8Array.from(file), signal);

async function codesOf(file: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const outcome = await read(file);
  const { pages = [], unseen = [] } = outcome.outcome === 'read' ? outcome : {};
  return compareDocuments(
    {
      lines: [],
      supplierBankGiro: right,
      totalPrice: decimalOf('1250.00'),
      supplierInvoiceNumber: '12345',
      paymentReferenceOCR: '1234567890128',
    },
    { bankGiro: right, postGiro: '', iban: '' },
    [{ attachmentId: 'file', fileName: 'faktura.pdf', pages, unseen }],
  ).map(({ code }) => code);
}

it('each altered paper has its finding', async () => {
  const missed: string[] = [];
  for (const [name, [file, code]] of Object.entries(altered)) {
    const codes = await codesOf(file);
    if (!codes.includes(code)) missed.push(`${name}: ${codes.join()}`);
  }
  expect(Object.keys(altered).length).toBeGreaterThanOrEqual(50);
  expect(missed).toEqual([]);
});

it('no genuine paper has a finding', async () => {
  const alarms: string[] = [];
  for (const [name, file] of Object.entries(innocents)) {
    const codes = await codesOf(file);
    if (codes.length > 0) alarms.push(`${name}: ${codes.join()}`);
  }
  expect(alarms).toEqual([]);
});

it('text that nobody sees is no text of the page, and all other text is', async () => {
  for (const [name, hide] of Object.entries(hidings))
    expect(await read(pdfWith(`0 0 3 3 re f ${hide(other)}`)), name).toEqual({
      outcome: 'empty',
      unseen: [[other]],
      isCut: false,
    });
  for (const [name, show] of Object.entries(showings)) {
    const outcome = await read(pdfWith(show(other)));
    expect(outcome, name).not.toHaveProperty('unseen');
    expect('pages' in outcome && outcome.pages.flat(), name).toContain(other);
  }
});
