import { createTokenIn } from './access/actions.ts';
import { requireCompany, insertCompany, listCompanies } from './access/store.ts';
import { notify } from './events/listen.ts';
import { transaction, type Pool } from './ground/db/pool.ts';
import { upsertProjects } from './projects/store.ts';
import { upsertSuppliers } from './suppliers/store.ts';
import { newId } from './ground/db/ids.ts';

const company = 'Demo company';
const partner = 'Demo partner';

const suppliers = [
  {
    number: '1001',
    name: 'Nordbygg Material',
    organizationalNumber: '556016-0680',
    city: 'Uppsala',
    country: 'SE',
    bankGiro: '991-2346',
  },
  {
    number: '1002',
    name: 'Mälardalens El',
    organizationalNumber: '556703-7485',
    city: 'Västerås',
    country: 'SE',
    bankGiro: '5050-1055',
  },
  { number: '1003', name: 'Östra Rör', city: 'Norrköping', country: 'SE', postGiro: '12345-5' },
];

const projects = [
  {
    number: 'P1',
    name: 'Kvarteret Eken',
    proposalIds: ['P-2026-014'],
    facilities: [{ number: '1', name: 'Main building' }],
  },
  {
    number: 'P2',
    name: 'Hamnen',
    proposalIds: ['P-2026-015'],
    facilities: [
      { number: '1', name: 'Quay' },
      { number: '2', name: 'Warehouse' },
    ],
  },
];

/** Returns the partner's token, or undefined if the database already has a company. */
export async function createDemo(pool: Pool, scopes: readonly string[]): Promise<string | undefined> {
  if ((await listCompanies(pool)).length > 0) return undefined;
  const made = await transaction(pool, async (tx) => {
    const now = new Date();
    // If several processes start at once, only one creates the company.
    if (!(await insertCompany(tx, { id: newId(), name: company }, now))) return undefined;
    const id = await requireCompany(tx, company);
    const rows = suppliers.map((supplier) => ({
      eventId: newId(),
      number: supplier.number,
      document: JSON.stringify(supplier),
    }));
    await upsertSuppliers(tx, id, rows, now);
    await upsertProjects(
      tx,
      id,
      projects.map((project) => ({ ...project, id: newId() })),
      now,
    );
    return { id, token: (await createTokenIn(tx, { company, partner, scopes, name: 'Demo' })).token };
  });
  // If the notification fails, polling finds the events.
  if (made !== undefined) await notify(pool, [made.id]).catch(() => undefined);
  return made?.token;
}

/** `docs` is the URL of the documentation, if it is public. */
export function describeDemo(token: string, base: string, docs: string | undefined): string {
  const invoice = {
    externalReferenceId: 'first-invoice',
    supplierNumber: '1001',
    supplierInvoiceNumber: 'F-1',
    invoiceDate: Date.UTC(2026, 10, 15),
    currency: 'SEK',
    totalPrice: 1250.5,
    articles: [{ articleDescription: 'Gypsum board', quantity: 10, price: 125.05, totalPrice: 1250.5 }],
  };
  return `
The database was empty, so there is a company to try things on: “${company}”,
with suppliers 1001 to 1003 and the proposal id P-2026-014 for work orders.
Its access token is shown only this once:

  ${token}

Submit an invoice:

  curl ${base}/supplierinvoices/supplierinvoices -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${JSON.stringify(invoice)}'

${docs === undefined ? '' : `The partner guide is at ${docs}/guide\nThe reference is at ${docs}\n\n`}`;
}
