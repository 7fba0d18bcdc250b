import { checkedRules, warningsOf } from './routing-actions.ts';
import type { RuleForm } from './routing-schemas.ts';
import type { OperatorDeps } from '../../../deps.ts';
import type { CompanyId } from '../../../ground/db/pool.ts';
import { inSlices } from '../../../ground/scheduling/slices.ts';
import type { RouteReason } from '../../routing/route.ts';
import { readRouted, readRoutingBasis, routeBy } from '../../routing/route-invoices.ts';
import { arrivedSince } from '../../routing/routes-store.ts';

const triedMs = 90 * 24 * 60 * 60_000;
const maxTried = 10_000;
const batchSize = 200;
/** Then the answer is about the invoices so far. */
const maxMs = 20_000;

const add = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
const mostFirst = <Key>(counts: ReadonlyMap<Key, number>) => [...counts].sort(([, one], [, other]) => other - one);

/** Whom rules would ask first about the latest invoices, by people and duties of today. */
export async function tryRules(
  { pool, projections }: Pick<OperatorDeps, 'pool' | 'projections'>,
  company: CompanyId,
  forms: readonly RuleForm[],
) {
  const now = new Date();
  const from = new Date(now.getTime() - triedMs);
  await projections.catchUp(company);
  const rules = await checkedRules(pool, company, forms);
  const basis = await readRoutingBasis(pool, company, now, rules);
  const ids = await arrivedSince(pool, company, from, maxTried + 1);
  const tried = ids.slice(0, maxTried);
  const [people, reasons, byRule] = [
    new Map<string, number>(),
    new Map<RouteReason, number>(),
    new Map<string, number>(),
  ];
  let [done, queued, open, changed] = [0, 0, 0, 0];
  for (; done < tried.length && Date.now() - now.getTime() < maxMs; done += batchSize) {
    const batch = await readRouted(pool, basis, tried.slice(done, done + batchSize));
    for await (const { invoice, routed } of inSlices(batch, company)) {
      const { waitsFor, because } = routeBy(basis, { ...routed, assignedTo: null, confirmations: [] });
      for (const id of waitsFor) add(people, id);
      if (because.ruleId !== undefined) add(byRule, because.ruleId);
      if (waitsFor.length === 0) add(reasons, because.code);
      if (waitsFor.length === 0) queued++;
      if (!invoice.isOpen) continue;
      open++;
      if (routeBy(basis, routed).waitsFor.join() !== (invoice.present?.waitsFor ?? []).join()) changed++;
    }
  }
  const invoices = Math.min(done, tried.length);
  return {
    from: from.toISOString(),
    invoices,
    more: invoices < ids.length,
    people: mostFirst(people).map(([id, many]) => ({ id, name: basis.names.get(id) ?? '', invoices: many })),
    queue: { invoices: queued, reasons: mostFirst(reasons).map(([code, many]) => ({ code, invoices: many })) },
    rules: rules.map(({ id }) => byRule.get(id) ?? 0),
    open,
    changed,
    warnings: warningsOf(rules, basis.people, basis.today),
  };
}
