import { it } from 'vitest';
import { decimalOf } from '../../../common/decimal.ts';
import { expectLinear } from '../../testing/linear.ts';
import { compareDocuments } from './compare.ts';

const invoice = {
  lines: [],
  supplierBankGiro: '5050-1055',
  totalPrice: decimalOf('111111111111.11'),
  supplierInvoiceNumber: `${'1'.repeat(50)}2`,
  paymentReferenceOCR: '11111111111112',
};
const record = { bankGiro: '5050-1055', postGiro: '', iban: '' };

const hostile = {
  digits: '1',
  'digits apart': '1 ',
  'digits in columns': '1  ',
  'digits on lines': '1\n',
  zeros: '0 0',
  labels: 'Bankgiro ',
  'labels on lines': 'Bankgiro\n',
  'short labels': 'bg 1234-5678  ',
  'broken accounts': 'SE89 5000\n',
  'starts of accounts': 'SE11',
  hyphens: 'a-',
  sums: 'att betala\n',
  numbers: 'fakturanr\n',
  'ends of payment lines': '> 1 1 1 1 1 1',
  'characters that grow': '\uFDFA',
};

it.each(Object.entries(hostile))('200 KB of %s take linear time', async (_name, unit) => {
  const text = { attachmentId: 'file', fileName: 'file.pdf', pages: [unit.repeat(200_000 / unit.length).split('\n')] };
  await expectLinear(() => void compareDocuments(invoice, record, [text]));
});
