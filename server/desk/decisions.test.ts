import { describe, expect, it } from 'vitest';
import { obstacleTo } from './decisions.ts';
import { judge, permissionFor, type Decisions } from '../ground/decisions.ts';
import { invoiceDecisions, invoiceStates } from '../supplier-invoices/states.ts';
import { workOrderDecisions, workOrderStates } from '../work-orders/states.ts';

describe.each<[string, Decisions<string, string>, readonly string[]]>([
  ['supplier invoices', invoiceDecisions, invoiceStates],
  ['work orders', workOrderDecisions, workOrderStates],
])('the table of decisions about %s', (_name, decisions, states) => {
  const { kind, table } = decisions;
  const names = [...new Set(table.map(({ decision }) => decision))];

  it('says of every decision in every state what follows, or with a code and a sentence why it cannot be', () => {
    for (const state of states)
      for (const decision of names) {
        const judged = judge(decisions, state, decision);
        if ('row' in judged) expect(judged.row).toMatchObject({ from: state, decision });
        else
          expect(judged.obstacle).toEqual({
            code: expect.stringMatching(/^[a-z.]+$/),
            why: expect.stringMatching(/\.$/),
          });
      }
  });

  it('has one row at the most for a decision in a state, and one permission for a decision', () => {
    expect(new Set(table.map(({ from, decision }) => `${from} ${decision}`)).size).toBe(table.length);
    for (const { decision, who } of table) expect(permissionFor(decisions, decision)).toBe(who);
  });

  it('leads from and to known states, and tells each with an event of its kind', () => {
    for (const { from, to, event } of table) {
      expect(states).toContain(from);
      expect(states).toContain(to);
      expect(event).toMatch(new RegExp(`^${kind}\\.[a-z]+$`));
    }
  });
});

it('a held invoice can be released by an approver, and neither approved nor rejected before', () => {
  expect(obstacleTo(invoiceDecisions, 'release', 'held', 'approver')).toBeUndefined();
  expect(obstacleTo(invoiceDecisions, 'approve', 'held', 'approver')?.code).toBe('invoice.held');
  expect(obstacleTo(invoiceDecisions, 'reject', 'held', 'approver')?.code).toBe('invoice.held');
  expect(obstacleTo(invoiceDecisions, 'release', 'held', 'viewer')?.code).toBe('role.refused');
  expect(obstacleTo(invoiceDecisions, 'release', 'received', 'approver')?.code).toBe('invoice.received');
  expect(obstacleTo(invoiceDecisions, 'release', 'approved', 'approver')?.code).toBe('invoice.approved');
});

it('a state stands in the way before a role does', () => {
  expect(obstacleTo(invoiceDecisions, 'approve', 'rejected', 'viewer')?.code).toBe('invoice.rejected');
  expect(obstacleTo(workOrderDecisions, 'done', 'open', 'viewer')?.code).toBe('role.refused');
});
