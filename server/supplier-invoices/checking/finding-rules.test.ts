import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newFindings, newFindingsSince } from './finding-rules.ts';
import { type Finding, rawFinding } from '../../checks/rule.ts';
import { severityOf } from '../../checks/settings.ts';

it('a finding is new unless one with the same code, field and earlier invoice exists; old findings have no field', () => {
  const withSeverity = (one: ReturnType<typeof rawFinding>): Finding => ({
    ...one,
    severity: severityOf({}, one.code) ?? 'warning',
  });
  const time = (field: string) =>
    withSeverity(rawFinding('date.time', { field, sent: '2026-01-01T07:00:00.000Z', understood: '2026-01-01' }, field));
  const duplicate = (earlier: string) =>
    withSeverity(rawFinding('duplicate.ocr', { earlier, score: 60, reasons: ['ocr'] }, 'paymentReferenceOCR'));
  const currency = withSeverity(rawFinding('currency.unknown', { currency: 'QQQ' }, 'currency'));
  const { path: _path, ...old } = currency;
  expect(newFindings([time('invoiceDate'), time('paymentDueDate')], [time('invoiceDate')])).toEqual([
    time('paymentDueDate'),
  ]);
  expect(newFindings([duplicate('a')], [duplicate('b')])).toEqual([duplicate('a')]);
  expect(newFindings([duplicate('a')], [duplicate('a')])).toEqual([]);
  expect(newFindings([currency], [old])).toEqual([]);
});

it('a change after a release is new by the order of events, whatever the clocks said', () => {
  const days = fc.integer({ min: -400, max: 400 }).map((n) => new Date(Date.UTC(2026, 10, 16) + n * 86_400_000));
  const kinds = fc.constantFrom('payee.changed', 'payee.blocked');
  fc.assert(
    fc.property(kinds, days, days, fc.nat(99), fc.nat(99), (code, happenedAt, releasedAt, seq, releasedSeq) => {
      const found: Finding = { code, severity: 'hold', message: '', parameters: { on: 'a day' } };
      const supplier = {
        name: '',
        organizationalNumber: '',
        bankGiro: '',
        postGiro: '',
        iban: '',
        payeeChangedAt: happenedAt,
        payeeChangedSeq: seq,
        blockedAt: happenedAt,
        blockedSeq: seq,
      };
      const history = { findings: [found], releasedAt, releasedSeq: releasedSeq + 1, releasedFindings: 1 };
      expect(newFindingsSince(history, [found], supplier)).toEqual(seq > releasedSeq + 1 ? [found] : []);
    }),
  );
});
