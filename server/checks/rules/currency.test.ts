import { expect, it } from 'vitest';
import { currencyRule } from './plausibility.ts';
import { judge } from '../judge.ts';
import { checkedOnArrival } from '../checked.testing.ts';

const findings = (currency?: string | null) =>
  judge([currencyRule], checkedOnArrival({ supplierNumber: '1', currency }), { at: new Date() }, {});

it('a currency of ISO 4217, or none, is no finding', () => {
  for (const currency of ['SEK', 'EUR', 'NOK', 'DKK', 'USD', 'GBP', 'ISK', 'PLN', '', null, undefined])
    expect(findings(currency)).toEqual([]);
});

it('any other text is a finding that names it', () => {
  for (const currency of ['sek', 'kr', 'SEK ', 'XXX', 'FIM', '752'])
    expect(findings(currency)).toEqual([
      {
        code: 'currency.unknown',
        severity: 'warning',
        path: 'currency',
        parameters: { currency },
        message: `"${currency}" is not an ISO 4217 currency code.`,
      },
    ]);
});
