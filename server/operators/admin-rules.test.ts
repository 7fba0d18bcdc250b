import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  gainsOf,
  patched,
  patchOf,
  seenFrom,
  withinReach,
  withoutGains,
  type Admission,
  type OperatorRecord,
} from './admin-rules.ts';
import type { CompanyId } from '../ground/db/pool.ts';

const limit = fc.option(fc.nat(20_000).map((units) => (units / 100).toFixed(2)));
const admission = fc.record({
  id: fc.constantFrom('a', 'b'),
  role: fc.constantFrom('administrator' as const, 'approver' as const, 'viewer' as const),
  approvalLimit: fc.option(limit, { nil: undefined }),
});
const companies = fc.uniqueArray(admission, { selector: ({ id }) => id, maxLength: 2 });
const patch = fc.record(
  { administrator: fc.boolean(), companies, disabled: fc.boolean() },
  { requiredKeys: [] as never[] },
);

const start: OperatorRecord = {
  id: 'o',
  email: '',
  name: '',
  administrator: false,
  companies: [{ id: 'a' as CompanyId, name: '', role: 'approver', approvalLimit: '50' }],
  createdAt: new Date(0),
  disabledAt: null,
  invited: false,
  rolesFrom: null,
};
const now = new Date(0);

type State = Pick<OperatorRecord, 'administrator'> & { companies: readonly Admission[] };
const mayApprove = ({ administrator, companies: all }: State, company: string): number => {
  if (administrator) return Infinity;
  const found = all.find(({ id }) => id === company);
  if (found?.role === 'administrator') return Infinity;
  return found?.role !== 'approver' ? -1 : Number(found.approvalLimit ?? Infinity);
};

it('no sequence of changes by one administrator lets an operator approve more', () => {
  fc.assert(
    fc.property(fc.array(patch, { maxLength: 6 }), (patches) => {
      let operator = start;
      for (const one of patches) {
        const { after } = patched(operator, one, now);
        const rest = withoutGains(operator, after, gainsOf('o', operator, after));
        const next = { ...operator, ...rest } as OperatorRecord;
        for (const company of ['a', 'b'])
          expect(mayApprove(next, company)).toBeLessThanOrEqual(mayApprove(operator, company));
        operator = next;
      }
    }),
  );
});

it('the confirmed gains make the change complete', () => {
  fc.assert(
    fc.property(companies, (wanted) => {
      const { after } = patched(start, { companies: wanted }, now);
      const gains = gainsOf('o', start, after);
      let operator = { ...start, ...withoutGains(start, after, gains) } as OperatorRecord;
      for (const gain of gains)
        operator = { ...operator, ...patched(operator, patchOf(operator, gain), now).after } as OperatorRecord;
      for (const company of ['a', 'b']) expect(mayApprove(operator, company)).toBe(mayApprove(after, company));
    }),
  );
});

it('a change by an administrator of one company touches only its roles, and nothing of an administrator of the installation', () => {
  fc.assert(
    fc.property(fc.boolean(), companies, companies, patch, (administrator, roles, wanted, other) => {
      const before = { ...patched({ ...start, administrator }, { companies: roles }, now).after, name: 'Anna' };
      const operator = { ...start, ...before } as OperatorRecord;
      const change = withinReach(['a'], operator, { ...other, companies: wanted.filter(({ id }) => id === 'a') });
      if (change === undefined) return;
      const { after } = patched(operator, change, now);
      const inB = ({ companies: all }: { companies: readonly Admission[] }) => all.filter(({ id }) => id === 'b');
      expect(inB(after)).toEqual(inB(operator));
      expect([operator.administrator, after.administrator]).toEqual([false, false]);
      if (operator.companies.some(({ id }) => id === 'b')) expect(after.disabledAt).toEqual(operator.disabledAt);
      expect(JSON.stringify(seenFrom(['a'], operator))).not.toContain('"b"');
    }),
  );
});
