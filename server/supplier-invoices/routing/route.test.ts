import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { route, type Confirmation, type RoutedInvoice, type RoutedPeople } from './route.ts';
import { preparedRules, type RoutingRule } from './rules.ts';
import { runs } from '../../testing/properties.ts';

const ids = ['anna', 'bo', 'cia', 'dan', 'eva'];
const day = fc.integer({ min: 1, max: 9 }).map((nth) => `2026-11-0${nth}`);
const id = fc.constantFrom(...ids);
const absence = fc.tuple(day, day, id).map(([one, other, deputyId]) => {
  const [firstDay = one, lastDay = other] = [one, other].sort();
  return { firstDay, lastDay, deputyId };
});
const people = fc
  .array(fc.record({ mayDecide: fc.boolean(), absences: fc.array(absence, { maxLength: 2 }) }), {
    maxLength: ids.length,
  })
  .map((listed): RoutedPeople => new Map(listed.map((person, at) => [ids[at] as string, person])));
const step = fc.record({
  need: fc.constantFrom('any', 'all'),
  people: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }),
});
const when = fc.record(
  {
    projects: fc.subarray([' EKEN', 'Örnen'], { minLength: 1 }),
    suppliers: fc.subarray(['1', '2'], { minLength: 1 }),
    atLeast: fc.constantFrom('100', '0.3'),
    below: fc.constantFrom('100.01', '5000'),
    currency: fc.constantFrom('SEK', 'EUR'),
  },
  { requiredKeys: [] },
);
const rules = fc
  .array(fc.record({ when, steps: fc.array(step, { minLength: 1, maxLength: 3 }) }), { maxLength: 4 })
  .map((listed): RoutingRule[] => listed.map((rule, at) => ({ ...rule, id: `rule ${at}`, name: `Rule ${at}` })));
const invoice = fc
  .record({
    projectName: fc.constantFrom(null, 'Eken ', 'örnen', 'Elsewhere'),
    supplierNumber: fc.constantFrom('1', '2', '3'),
    amount: fc.constantFrom(null, '100', '99.999', '-250', '0.30', '1e3', '100.01'),
    currency: fc.constantFrom(null, 'sek ', 'EUR'),
    assignedTo: fc.option(id, { freq: 5 }),
    barred: fc.subarray(ids),
    confirmations: fc.array(
      fc.record({
        ruleId: fc.constantFrom('rule 0', 'rule 1'),
        step: fc.integer({ min: 1, max: 3 }),
        operatorId: id,
        confirmedFor: fc.uniqueArray(id, { minLength: 1, maxLength: 2 }),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ barred, ...fields }): RoutedInvoice => ({
    ...fields,
    internalReference: null,
    orderNumber: null,
    partnerId: 'p',
    partnerName: 'Scanner',
    isBarred: (operatorId) => barred.includes(operatorId),
  }));

const isAway = (all: RoutedPeople, operatorId: string, on: string) =>
  all.get(operatorId)?.absences.some(({ firstDay, lastDay }) => firstDay <= on && on <= lastDay);

/** Written from the words of the interface, with amounts that a float holds. */
function fitsInWords({ when }: RoutingRule, { projectName, supplierNumber, amount, currency }: RoutedInvoice): boolean {
  const size = amount === null ? Number.NaN : Math.abs(Number(amount));
  return (
    (when.projects?.some((name) => name.trim().toLowerCase() === projectName?.trim().toLowerCase()) ?? true) &&
    (when.suppliers?.includes(supplierNumber) ?? true) &&
    (when.atLeast === undefined || size >= Number(when.atLeast)) &&
    (when.below === undefined || size < Number(when.below)) &&
    (when.currency === undefined || when.currency === currency?.trim().toUpperCase())
  );
}

describe('whatever the rules, people, absences and acts', () => {
  const each = (judge: (one: RoutedInvoice, listed: RoutingRule[], all: RoutedPeople, on: string) => void) =>
    fc.assert(fc.property(invoice, rules, people, day, judge), runs(2_000));

  it('an invoice waits for people who may all approve it and are not away, or in the company’s queue with the reason', () =>
    each((one, listed, all, on) => {
      const { waitsFor, step: nth, steps, because } = route(one, preparedRules(listed), all, on);
      expect(nth).toBeLessThanOrEqual(steps);
      if (waitsFor.length === 0) expect(because.code).toMatch(/^(no\.rule|nobody\.may|all\.away|all\.barred)$/);
      else expect(because.code).toBe(one.assignedTo === null ? 'rule' : 'assigned');
      for (const asked of waitsFor) {
        expect(all.get(asked)?.mayDecide).toBe(true);
        expect(one.isBarred(asked)).toBe(false);
        expect(isAway(all, asked, on)).toBe(false);
      }
      for (const [deputy, away] of Object.entries(because.deputies ?? {})) {
        expect(waitsFor).toContain(deputy);
        for (const operatorId of away) expect(isAway(all, operatorId, on)).toBe(true);
      }
    }));

  it('the first rule that fits counts, an assignment before all of them, and the answer is always the same', () =>
    each((one, listed, all, on) => {
      const found = route(one, preparedRules(listed), all, on);
      const first = listed.find((rule) => fitsInWords(rule, one));
      expect(found.because.ruleId).toBe(one.assignedTo === null ? first?.id : undefined);
      expect(route(structuredCloneOf(one), preparedRules(structuredClone(listed)), new Map(all), on)).toEqual(found);
    }));

  it('confirmations lead step by step to the last one, in which people approve', () =>
    each((one, listed, all, on) => {
      const confirmations: Confirmation[] = [];
      for (let count = 0; ; count++) {
        expect(count).toBeLessThan(10);
        const {
          waitsFor,
          step: nth,
          steps,
          because,
        } = route({ ...one, confirmations }, preparedRules(listed), all, on);
        const [operatorId] = waitsFor;
        if (operatorId === undefined || nth === steps) return;
        const confirmedFor = [operatorId, ...(because.deputies?.[operatorId] ?? [])];
        confirmations.push({ ruleId: because.ruleId as string, step: nth, operatorId, confirmedFor });
      }
    }));
});

const structuredCloneOf = ({ isBarred, ...fields }: RoutedInvoice): RoutedInvoice => ({
  ...structuredClone(fields),
  isBarred,
});

describe('one invoice', () => {
  const present = { mayDecide: true, absences: [] };
  const away = (deputyId: string) => ({
    mayDecide: true,
    absences: [{ firstDay: '2026-11-02', lastDay: '2026-11-04', deputyId }],
  });
  const plain: RoutedInvoice = {
    projectName: 'Eken',
    supplierNumber: '1',
    internalReference: null,
    orderNumber: ' o-17 ',
    partnerId: 'p',
    partnerName: 'Scanner',
    amount: '100.10',
    currency: 'SEK',
    assignedTo: null,
    confirmations: [],
    isBarred: () => false,
  };
  const ruled = (steps: RoutingRule['steps'], conditions: RoutingRule['when'] = {}) =>
    preparedRules([{ id: 'r', name: 'Eken', when: conditions, steps }]);
  const asked = (
    steps: RoutingRule['steps'],
    all: RoutedPeople,
    more: Partial<RoutedInvoice> = {},
    on = '2026-11-03',
  ) => route({ ...plain, ...more }, ruled(steps), all, on);

  it('says by which of its values it fits', () => {
    const by = (conditions: RoutingRule['when']) =>
      route(plain, ruled([{ need: 'any', people: ['anna'] }], conditions), new Map([['anna', present]]), '2026-11-03')
        .because;
    expect(by({ suppliers: ['1'], projects: ['EKEN'] })).toMatchObject({ field: 'project', value: 'Eken' });
    expect(by({ references: ['O-17'] })).toMatchObject({ field: 'reference', value: 'o-17' });
    expect(by({ partners: ['p'] })).toMatchObject({ field: 'partner', value: 'Scanner' });
    expect(by({ atLeast: '100.1', below: '100.11' })).toMatchObject({ field: 'amount', value: '100.10' });
    expect(by({ below: '100.10' })).toEqual({ code: 'no.rule' });
    expect(by({})).toEqual({ code: 'rule', ruleId: 'r', rule: 'Eken' });
  });

  it('asks the deputy’s deputy, and nobody if deputies lead in a circle', () => {
    const steps = [{ need: 'any' as const, people: ['anna'] }];
    const chain = new Map([
      ['anna', away('bo')],
      ['bo', away('cia')],
      ['cia', present],
    ]);
    expect(asked(steps, chain)).toMatchObject({ waitsFor: ['cia'], because: { deputies: { cia: ['anna'] } } });
    expect(asked(steps, chain, {}, '2026-11-05')).toMatchObject({ waitsFor: ['anna'] });
    const circle = new Map([
      ['anna', away('bo')],
      ['bo', away('anna')],
    ]);
    expect(asked(steps, circle)).toMatchObject({ waitsFor: [], because: { code: 'all.away', rule: 'Eken' } });
  });

  it('asks the next of the step if a deputy is barred, and says so if nobody is left', () => {
    const all = new Map([
      ['anna', away('bo')],
      ['bo', present],
      ['cia', present],
    ]);
    const isBarred = (operatorId: string) => operatorId === 'bo';
    expect(asked([{ need: 'any', people: ['anna', 'cia'] }], all, { isBarred }).waitsFor).toEqual(['cia']);
    expect(asked([{ need: 'all', people: ['anna'] }], all, { isBarred })).toMatchObject({
      waitsFor: [],
      because: { code: 'all.barred' },
    });
  });

  it('needs each of a step, of whom a deputy’s confirmation is one; those of another rule do not count', () => {
    const all = new Map([
      ['anna', present],
      ['bo', present],
      ['cia', present],
    ]);
    const steps = [
      { need: 'all' as const, people: ['anna', 'bo'] },
      { need: 'any' as const, people: ['cia'] },
    ];
    const confirmed = (ruleId: string, ...confirmedFor: string[]) => ({
      ruleId,
      step: 1,
      operatorId: 'cia',
      confirmedFor,
    });
    expect(asked(steps, all).waitsFor).toEqual(['anna', 'bo']);
    expect(asked(steps, all, { confirmations: [confirmed('r', 'cia', 'anna')] })).toMatchObject({
      waitsFor: ['bo'],
      step: 1,
    });
    expect(asked(steps, all, { confirmations: [confirmed('r', 'anna', 'bo')] })).toMatchObject({
      waitsFor: ['cia'],
      step: 2,
    });
    expect(asked(steps, all, { confirmations: [confirmed('q', 'anna', 'bo')] }).waitsFor).toEqual(['anna', 'bo']);
  });
});
