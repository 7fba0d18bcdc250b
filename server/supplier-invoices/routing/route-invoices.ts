import { isDeepStrictEqual } from 'node:util';
import { route, type AbsenceDays, type Route, type RoutedInvoice, type RoutedPeople } from './route.ts';
import { preparedRules, type PreparedRule, type RoutingRule } from './rules.ts';
import {
  lockRouting,
  readCompanyPeople,
  readCompanyRouting,
  type CompanyPerson,
  type CompanyRouting,
} from './routing-store.ts';
import { readInvoicesToRoute, removeRoutes, writeRoute, type InvoiceToRoute } from './routes-store.ts';
import { approvalOf, dutyDays, type PayeeAct } from '../deciding/decision-rules.ts';
import { companyTransaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import { readUnproven } from '../../people/store.ts';
import { accountsOfPerson, type UnprovenOperator } from '../../people/two-people.ts';
import { readPayeeActs } from '../../suppliers/changes-store.ts';

/** All that invoices of a company are routed by at a moment, but for the invoices. */
export interface RoutingBasis extends Pick<CompanyRouting, 'today' | 'dutiesAreOff'> {
  company: CompanyId;
  rules: PreparedRule[];
  people: RoutedPeople;
  names: ReadonlyMap<string, string>;
  /** Operators to whom duties apply although the company has switched them off. */
  keepDuties: ReadonlySet<string>;
  unproven: UnprovenOperator[];
}

export function peopleWith(
  people: readonly CompanyPerson[],
  absences: readonly (AbsenceDays & { operatorId: string })[],
): RoutedPeople {
  const absencesOf = (id: string) => absences.filter(({ operatorId }) => operatorId === id);
  return new Map(people.map(({ id, mayDecide }) => [id, { mayDecide, absences: absencesOf(id) }]));
}

/** `rules` are others than the company's own. */
export async function readRoutingBasis(
  db: Db,
  company: CompanyId,
  now: Date,
  rules?: readonly RoutingRule[],
): Promise<RoutingBasis> {
  const { rules: own, absences, today, dutiesAreOff, keepDuties } = await readCompanyRouting(db, company, now);
  const people = await readCompanyPeople(db, company);
  const unproven = await readUnproven(db);
  // As in the settings of one operator: nobody is barred for whom nobody else could approve.
  const hasOther = (accounts: readonly string[]) =>
    people.some(({ id, mayDecide }) => mayDecide && !accounts.includes(id));
  return {
    company,
    today,
    dutiesAreOff,
    rules: preparedRules(rules ?? own),
    people: peopleWith(people, absences),
    names: new Map(people.map(({ id, name }) => [id, name])),
    keepDuties: new Set(
      keepDuties
        .map((id) => [id, ...accountsOfPerson(unproven, id).keys()])
        .filter(hasOther)
        .flat(),
    ),
    unproven,
  };
}

function routed(basis: RoutingBasis, invoice: InvoiceToRoute, payeeActs: readonly PayeeAct[]): RoutedInvoice {
  const { dutiesAreOff, keepDuties, unproven } = basis;
  const acts = payeeActs.filter(({ supplierNumber }) => supplierNumber === invoice.supplierNumber);
  return {
    ...invoice,
    isBarred(id) {
      const decider = {
        id,
        limit: undefined,
        payeeActs: dutiesAreOff && !keepDuties.has(id) ? undefined : acts,
        unproven,
      };
      const { duty, link } = approvalOf(decider, invoice);
      return duty !== undefined || link !== undefined;
    },
  };
}

export interface RoutedByBasis {
  invoice: InvoiceToRoute;
  routed: RoutedInvoice;
}

/** The invoices with all that they are routed by, in the order of their ids. */
export async function readRouted(db: Db, basis: RoutingBasis, ids: readonly string[]): Promise<RoutedByBasis[]> {
  const invoices = await readInvoicesToRoute(db, basis.company, ids);
  const numbers = [...new Set(invoices.map(({ supplierNumber }) => supplierNumber))];
  const acts = numbers.length === 0 ? [] : await readPayeeActs(db, basis.company, numbers, dutyDays);
  return invoices.map((invoice) => ({ invoice, routed: routed(basis, invoice, acts) }));
}

export const routeBy = ({ rules, people, today }: RoutingBasis, invoice: RoutedInvoice): Route =>
  route(invoice, rules, people, today);

/** Says anew whom invoices wait for, and forgets those that are decided. Returns the routes of the open ones. */
export async function routeInvoices(
  tx: Db,
  basis: RoutingBasis,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Route>> {
  const routes = new Map<string, Route>();
  const decided: string[] = [];
  for (const { invoice, routed } of await readRouted(tx, basis, ids)) {
    if (invoice.isOpen) {
      const route = routeBy(basis, routed);
      routes.set(invoice.id, route);
      if (!isDeepStrictEqual(invoice.present, route)) await writeRoute(tx, basis.company, invoice.id, route, now);
    } else if (invoice.present !== null) decided.push(invoice.id);
  }
  if (decided.length > 0) await removeRoutes(tx, basis.company, decided);
  return routes;
}

/**
 * The same in a transaction of its own, if the company uses routing. One at a time routes a company, so nothing older is
 * written over something newer.
 */
export const routeAtOnce = (pool: Pool, company: CompanyId, ids: readonly string[], now: Date): Promise<void> =>
  companyTransaction(pool, company, async (tx) => {
    if (await lockRouting(tx, company)) await routeInvoices(tx, await readRoutingBasis(tx, company, now), ids, now);
  });
