import { describe, expect, it } from 'vitest';
import { obstacleTo, permissionFor, transitionFor, type DecisionTable } from './table.ts';
import { invoiceDecisions, invoiceStates } from './invoices.ts';
import { workOrderDecisions, workOrderStates } from './work-orders.ts';

describe.each<[string, DecisionTable<string, string>, readonly string[]]>([
  ['supplier invoices', invoiceDecisions, invoiceStates],
  ['work orders', workOrderDecisions, workOrderStates],
])('the table of decisions about %s', (_name, table, states) => {
  const { kind, transitions } = table;
  const names = [...new Set(transitions.map(({ decision }) => decision))];

  it('has for every decision in every state either a transition or an obstacle with a code and a sentence', () => {
    for (const state of states)
      for (const decision of names) {
        const found = transitionFor(table, state, decision);
        if ('transition' in found) expect(found.transition).toMatchObject({ from: state, decision });
        else
          expect(found.obstacle).toEqual({
            code: expect.stringMatching(/^[a-z.]+$/),
            why: expect.stringMatching(/\.$/),
          });
      }
  });

  it('has at most one transition for a decision in a state, and one permission for a decision', () => {
    expect(new Set(transitions.map(({ from, decision }) => `${from} ${decision}`)).size).toBe(transitions.length);
    for (const { decision, permission } of transitions) expect(permissionFor(table, decision)).toBe(permission);
  });

  it('names every decision that clears an earlier one as taking it back, so that no request takes back another’s', () => {
    const made = new Set(transitions.filter(({ outcome }) => outcome === 'set').map(({ to }) => to));
    const undoing = transitions.filter(({ from, to, outcome }) => made.has(from) && to !== from && outcome !== 'keep');
    expect(table.takesBack).toEqual(expect.arrayContaining(undoing.map(({ decision }) => decision)));
    for (const decision of table.takesBack) expect(names).toContain(decision);
  });

  it('leads from and to known states, each with an event of its kind', () => {
    for (const { from, to, event } of transitions) {
      expect(states).toContain(from);
      expect(states).toContain(to);
      expect(event).toMatch(new RegExp(`^${kind}\\.[a-z]+$`));
    }
  });
});

it('an approver can release or reject a held invoice, and cannot approve it before it is released', () => {
  expect(obstacleTo(invoiceDecisions, 'release', 'held', 'approver')).toBeUndefined();
  expect(obstacleTo(invoiceDecisions, 'approve', 'held', 'approver')?.code).toBe('invoice.held');
  expect(obstacleTo(invoiceDecisions, 'reject', 'held', 'approver')).toBeUndefined();
  expect(obstacleTo(invoiceDecisions, 'release', 'held', 'viewer')?.code).toBe('role.refused');
  expect(obstacleTo(invoiceDecisions, 'release', 'received', 'approver')?.code).toBe('invoice.received');
  expect(obstacleTo(invoiceDecisions, 'release', 'approved', 'approver')?.code).toBe('invoice.approved');
});

it('the obstacle of the state comes before that of the role', () => {
  expect(obstacleTo(invoiceDecisions, 'approve', 'rejected', 'viewer')?.code).toBe('invoice.rejected');
  expect(obstacleTo(workOrderDecisions, 'done', 'open', 'viewer')?.code).toBe('role.refused');
});
