import { createTokenIn } from '../partners/actions.ts';
import { insertCompany, requireCompany } from '../companies/store.ts';
import type { Config } from '../config.ts';
import { lockCounters } from '../events/counters.ts';
import { notify } from '../events/listen.ts';
import { newId } from '../ground/db/ids.ts';
import { transaction, type CompanyId, type Pool } from '../ground/db/pool.ts';
import { upsertProjects } from '../projects/store.ts';
import { byCommandLine, upsertSuppliers } from '../suppliers/store.ts';
import { projects, suppliers } from './records.ts';
import { findDemo, isUnused, markDemo } from './store.ts';

const company = 'Demo company';
export const demoNames = { company, partner: 'Demo partner' };

export interface Demo {
  id: CompanyId;
  /** Known only to the start that made the company. */
  token: string | undefined;
  /** Whether its first records are still to be sent. */
  isFilling: boolean;
}

/** Creates the demo company in a database that was never used. Undefined if there is none. */
export async function openDemo(pool: Pool, scopes: readonly string[], mode: Config['demo']): Promise<Demo | undefined> {
  const made = mode === 'off' || !(await isUnused(pool)) ? undefined : await createDemo(pool, scopes, mode);
  if (made !== undefined) return made;
  const found = await findDemo(pool);
  return found && { id: found.id, token: undefined, isFilling: found.demo === 'filling' };
}

async function createDemo(pool: Pool, scopes: readonly string[], mode: Config['demo']): Promise<Demo | undefined> {
  const isFilling = mode === 'on';
  const made = await transaction(pool, async (tx) => {
    const now = new Date();
    // If several processes start at once, only one creates the company.
    if (!(await insertCompany(tx, { id: newId(), name: company }, now))) return undefined;
    const id = await requireCompany(tx, company);
    await markDemo(tx, id, isFilling ? 'filling' : 'filled');
    const rows = suppliers.map((supplier) => ({
      number: supplier.number,
      document: JSON.stringify(supplier),
      author: byCommandLine,
    }));
    await lockCounters(tx, id);
    await upsertSuppliers(tx, id, rows, now);
    await upsertProjects(
      tx,
      id,
      projects.map((project) => ({
        ...project,
        id: newId(),
        proposalIds: [...project.proposalIds],
        facilities: [...project.facilities],
      })),
      now,
    );
    return { id, token: (await createTokenIn(tx, { ...demoNames, scopes, name: 'Demo' })).token, isFilling };
  });
  // If the notification fails, polling finds the events.
  if (made !== undefined) await notify(pool, [made.id]).catch(() => undefined);
  return made;
}

/** `docs` is the URL of the documentation, if it is public. */
export function describeDemo(token: string, isFilling: boolean, base: string, docs: string | undefined): string {
  const invoice = {
    externalReferenceId: 'first-invoice',
    supplierNumber: '1001',
    supplierInvoiceNumber: 'F-1',
    invoiceDate: Date.UTC(2026, 10, 15),
    paymentDueDate: Date.UTC(2026, 11, 15),
    currency: 'SEK',
    totalPrice: 1250.5,
    articles: [{ articleDescription: 'Gypsum board', quantity: 10, price: 125.05, totalPrice: 1250.5 }],
  };
  return `
The database was empty, so there is a company to try things on: “${company}”,
with suppliers 1001 to 1007 and the proposal id P-2026-014 for work orders.
${isFilling ? 'Its first invoices are being sent through the door now; see them in the console.\n' : ''}To remove it: npx doorway demo remove
Its access token is shown only this once:

  ${token}

Submit an invoice:

  curl ${base}/supplierinvoices/supplierinvoices -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${JSON.stringify(invoice)}'

${docs === undefined ? '' : `The partner guide is at ${docs}/guide\nThe reference is at ${docs}\n\n`}`;
}
