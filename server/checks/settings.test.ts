import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limitNames, limits } from './limits.ts';
import {
  settingsOf,
  severityOf,
  usualSeverity,
  weakensPayee,
  withFormer,
  type Setting,
  type Settings,
} from './settings.ts';
import { severities, concernsPayee, findingCodes, type FindingCode } from '../../common/errors/findings.ts';

it('another account in a file is a check of the payee: weakening it takes a second administrator', () => {
  expect(weakensPayee({ rule: 'document.account', from: 'usual', to: 'off' })).toBe(true);
  expect(weakensPayee({ rule: 'document.account', from: 'off', to: 'usual' })).toBe(false);
  expect(weakensPayee({ rule: 'document.total', from: 'usual', to: 'off' })).toBe(false);
});

it('for every rule of the payee, hold to usual is weaker, because findings of a rule may usually only warn', () => {
  for (const rule of findingCodes) {
    expect(weakensPayee({ rule, from: 'hold', to: 'usual' }), rule).toBe(concernsPayee(rule));
    expect(weakensPayee({ rule, from: 'usual', to: 'hold' }), rule).toBe(false);
  }
});

const codes = findingCodes.filter(concernsPayee);
const choice = fc
  .constantFrom(...codes)
  .chain((rule) => fc.record({ rule: fc.constant(rule), setting: fc.constantFrom(...settingsOf(rule)) }));
const days = fc.integer({ min: limits.recentDays.min, max: limits.recentDays.max });
const settingsFrom = (chosen: { rule: FindingCode; setting: Setting }[], recentDays: number): Settings => ({
  ...Object.fromEntries(chosen.map(({ rule, setting }) => [rule, setting === 'usual' ? undefined : setting])),
  recentDays,
});
const gravity = (settings: Settings, code: FindingCode, usual: 'warning' | undefined) =>
  severities.indexOf(severityOf(settings, code, usual) ?? ('off' as never));

it('with former settings, no check of the payee is weaker than it was or is', () => {
  fc.assert(
    fc.property(fc.array(choice), days, fc.array(choice), days, (nowChosen, nowDays, formerChosen, formerDays) => {
      const [now, before] = [settingsFrom(nowChosen, nowDays), settingsFrom(formerChosen, formerDays)];
      const former = [
        ...codes.map((rule) => ({ rule, stricter: before[rule] ?? 'usual' })),
        { rule: 'recentDays', stricter: String(formerDays) },
        { rule: 'payeeTakesTwo', stricter: 'true' },
      ];
      const both = withFormer(now, former);
      expect(both.recentDays).toBe(Math.max(nowDays, formerDays));
      for (const code of codes)
        for (const usual of usualSeverity[code] === 'off' ? [undefined] : (['warning', undefined] as const))
          for (const one of [now, before])
            expect(gravity(both, code, usual)).toBeGreaterThanOrEqual(gravity(one, code, usual));
    }),
  );
});

it('every number of the checks is classified', () => {
  expect(limitNames.filter((rule) => weakensPayee({ rule, from: 9, to: 8 }))).toEqual(['recentDays']);
  expect(limitNames.filter((rule) => weakensPayee({ rule, from: 8, to: 9 }))).toEqual([]);
});
