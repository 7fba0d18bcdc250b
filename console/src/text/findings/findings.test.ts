import { expect, it } from 'vitest';
import { findingCodes, type FindingCode } from '../../../../common/errors/findings.ts';
import type { NoticeParameters } from '../../../../common/errors/notices.ts';
import { findingIn } from './findings.ts';

const figures = { expected: '3653.69', sent: '3456.69', difference: '-197' };
const account = { sent: '5402-9681', recorded: '5805-6201' };
const wrong = { value: '5402-9682', why: 'digit' } as const;
const earlier = { earlier: '019a7c3e-0000-7000-8000-000000000001', score: 96, reasons: ['number'] };
const proof = { attachmentId: earlier.earlier, fileName: 'faktura', page: 2, text: 'Att betala 350:-' };

const samples: { [C in FindingCode]: NoticeParameters<C> } = {
  'sum.line': { line: 2, more: 3, ...figures },
  'sum.total': figures,
  'sum.vat': { ...figures, difference: '197.5' },
  'payee.bankgiro': account,
  'payee.postgiro': { ...account, recorded: '' },
  'payee.organization': { sent: '556012-5790', recorded: '556016-0680' },
  'payee.name': { sent: 'Rör & Co', recorded: 'Östra Rör' },
  'payee.changed': { on: '2026-10-24', days: 14 },
  'payee.blocked': { on: '2026-10-24' },
  'payee.unknown': { account: '5402-9681', kind: 'bankGiro' },
  'payee.twin': { number: '1001', name: 'Östra Rör', account: '', by: ['name', 'organization'] },
  'payee.unreadable': { sent: 'BG 5402-9681', kind: 'postGiro' },
  'payee.field': { field: 'payeeIban', sent: 'SE3550000000054910000003', recorded: '', more: 3 },
  'payee.unread': {},
  'payee.first': { account: '5402-9681' },
  'duplicate.number': earlier,
  'duplicate.amount': earlier,
  'duplicate.ocr': earlier,
  'duplicate.file': { ...earlier, fileName: 'faktura' },
  'document.account': { kind: 'bankgiro', account: '5402-9681', ...proof },
  'document.hidden': proof,
  'document.unread': { attachmentId: proof.attachmentId, fileName: 'faktura', why: 'password' },
  'document.total': { total: '3456.69', currency: 'SEK', ...proof },
  'document.number': { number: 'F-9', ...proof },
  'document.ocr': { ocr: '12344' },
  'number.bankgiro': wrong,
  'number.postgiro': { ...wrong, why: 'length' },
  'number.organization': { ...wrong, why: 'characters' },
  'number.ocr': wrong,
  'date.due': { due: '2026-10-24', dated: '2026-10-30' },
  'date.time': { field: 'invoiceDate', sent: '2026-10-24T07:17:00.000Z', understood: '2026-10-24' },
  'credit.unknown': { number: 'F-9' },
  'currency.unknown': { currency: 'KR' },
  'text.cut': { field: 'projectName', length: 1_204, most: 255, others: 0 },
  'missing.total': {},
  'missing.number': {},
  'missing.date': {},
  'missing.due': {},
  'missing.currency': {},
  'missing.lines': {},
  'missing.file': {},
};

it.each(findingCodes)('%s is said to a clerk: no name of a field, no raw number or time, no code or id', (code) => {
  for (const language of ['en', 'sv'] as const) {
    const said = findingIn(language, code, samples[code], 'SEK');
    expect(said).toMatch(/^[\p{Lu}“”].+\.$/u);
    expect(said).not.toMatch(/[a-zåäö][A-Z]|undefined|\d{5,}\.\d|T\d\d:|\dZ\b|UTC|ISO|JSON|[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(said).not.toContain(code);
    if (language === 'sv') expect(said).not.toMatch(/\d\.\d|\d,\d{3}|\b(?:the|is|of)\b/);
    else expect(said).not.toMatch(/\d,\d\d\b|\d{4}\.\d/);
  }
});

it('amounts are exact and written as the reader’s language does, with the currency of the invoice', () => {
  expect(findingIn('en', 'sum.total', figures, 'SEK')).toBe(
    'The invoice adds up to 3,653.69 SEK, but its total is 3,456.69 SEK, which is 197.00 SEK less.',
  );
  expect(findingIn('sv', 'sum.total', figures, 'SEK')).toBe(
    'Fakturan summerar till 3\u00A0653,69 SEK, men totalbeloppet är 3\u00A0456,69 SEK, alltså 197,00 SEK mindre.',
  );
  const large = { ...figures, sent: '12345678901234567890.123', difference: '12345678901234564236.433' };
  expect(findingIn('sv', 'sum.vat', large)).toContain(
    '12\u00A0345\u00A0678\u00A0901\u00A0234\u00A0567\u00A0890,123, alltså 12\u00A0345\u00A0678\u00A0901\u00A0234\u00A0564\u00A0236,433 mer.',
  );
});

it('a time that came with a day is told without the time', () => {
  expect(findingIn('en', 'date.time', samples['date.time'])).toBe(
    'The partner sent a time with the invoice date; it is read as 2026-10-24.',
  );
  expect(findingIn('sv', 'date.time', { ...samples['date.time'], field: 'paymentDueDate' })).toBe(
    'Partnern skickade ett klockslag med förfallodatumet; det läses som 2026-10-24.',
  );
});

it('invisible characters of a partner are shown as such, and long texts are cut', () => {
  const said = findingIn('en', 'payee.name', { sent: `Rör\u202E${'x'.repeat(500)}`, recorded: 'Rör' });
  expect(said).toContain('Rör\\u202e');
  expect(said.length).toBeLessThan(200);
});
