import { expect, it } from 'vitest';
import { type Finding, rawFinding } from './rule.ts';
import { severityOf } from './settings.ts';
import { findingsForPartner, findingsMessage } from './message.ts';
import { findingCodes } from '../../common/errors/findings.ts';
import { noticeSamples } from '../testing/errors.ts';

const findingOf = (code: (typeof findingCodes)[number]): Finding => ({
  ...rawFinding(code, noticeSamples[code][0] as never),
  severity: severityOf({}, code) ?? 'warning',
});

it('without findings the message is empty', () => {
  expect(findingsMessage([])).toBe('');
});

it('one sentence has the number of findings and the gravest, and says that the invoice is held', () => {
  expect(findingsMessage([findingOf('date.due')])).toBe(
    ' The invoice has 1 finding: the due date 2026-11-07 is before the invoice date 2026-11-17.',
  );
  expect(findingsMessage([findingOf('payee.name'), findingOf('date.due')])).toBe(
    ' The invoice has 2 findings, the gravest: supplierName differs from the supplier’s record, so it is held until the company releases it.',
  );
});

it.each(findingCodes)('the message of %s reveals neither the supplier’s record nor another invoice', (code) => {
  const told = findingsMessage([findingOf(code)]);
  expect(told).toMatch(/^ The invoice has 1 finding: .+\.$/);
  expect(told).not.toMatch(/Recorded-7|Earlier-7/);
  // Values from the invoice may appear unless they reveal the record.
  if (/^(payee|duplicate|document)\./.test(code)) expect(told).not.toMatch(/-7|97/);
});

it.each(findingCodes)('%s for the partner has a sentence and no figures of others', (code) => {
  const [found] = findingsForPartner([findingOf(code)]);
  expect(Object.keys(found as object).filter((name) => name !== 'path')).toEqual(['code', 'severity', 'message']);
  expect(found?.message).toMatch(/^.+\.$/);
  expect(found?.message).not.toMatch(/Recorded-7|Earlier-7/);
  if (/^(payee|duplicate|document)\./.test(code)) expect(found?.message).not.toMatch(/-7|97/);
});
