import { expect, it } from 'vitest';
import { DeskSettingsPatch } from './desk/schemas.ts';
import { settingNames, stricter, weakensDuty, type DeskChange } from './rules.ts';

it('every setting that can be changed is classified', () => {
  const { reason: _reason, ...fields } = DeskSettingsPatch.properties;
  expect(Object.keys(fields).toSorted()).toEqual(settingNames.toSorted());
});

it.each<[DeskChange, boolean]>([
  [{ rule: 'currency', from: 'SEK', to: 'EUR' }, true],
  [{ rule: 'currency', from: 'SEK', to: 'SEK' }, false],
  [{ rule: 'payeeTakesTwo', from: true, to: false }, true],
  [{ rule: 'payeeTakesTwo', from: false, to: true }, false],
  [{ rule: 'separateDuties', from: true, to: false }, true],
  [{ rule: 'separateDuties', from: false, to: true }, false],
  [{ rule: 'secondFactor', from: 'nobody', to: 'deciders' }, false],
  [{ rule: 'secondFactor', from: 'everybody', to: 'deciders' }, true],
  [{ rule: 'passwords', from: 'on', to: 'off' }, false],
  [{ rule: 'passwords', from: 'off', to: 'on' }, true],
  [{ rule: 'mailLinks', from: 'on', to: 'off' }, false],
  [{ rule: 'mailLinks', from: 'off', to: 'on' }, true],
  [{ rule: 'proofs', from: 'fifteenMinutes', to: 'always' }, false],
  [{ rule: 'proofs', from: 'fifteenMinutes', to: 'off' }, true],
  [{ rule: 'timeZone', from: 'Europe/Stockholm', to: 'Europe/Helsinki' }, false],
])('%j: weakens a duty %s', (change, expected) => {
  expect(weakensDuty(change)).toBe(expected);
});

it('former values count only if they are stricter', () => {
  const presetReasons = { reject: ['Twice.'], ask: [], release: [], cancel: [] };
  const duties = { currency: 'EUR', payeeTakesTwo: false, dutiesOffReason: 'Alone.' };
  const demands = { secondFactor: 'nobody', passwords: 'on', mailLinks: 'on', proofs: 'off' } as const;
  const weak = {
    ...duties,
    ...demands,
    timeZone: 'Europe/Stockholm',
    presetReasons,
    codingRequired: true,
    partnersManageWebhooks: true,
  };
  const former = (rule: string, value: string) => stricter(weak, [{ rule, stricter: value }]);
  expect(stricter(weak, [])).toEqual(weak);
  expect(former('payee.name', 'hold')).toEqual(weak);
  expect(former('payeeTakesTwo', 'true')).toEqual({ ...weak, payeeTakesTwo: true });
  expect(former('separateDuties', 'true')).toEqual({ ...weak, dutiesOffReason: null });
  expect(former('currency', 'SEK')).toEqual({ ...weak, currency: 'SEK' });
});
