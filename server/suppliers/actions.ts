import { v7 as uuidv7 } from 'uuid';
import { createBatch } from '../db/batch.ts';
import { writeOnce, type Insert, type Key, type Outcome } from '../db/once.ts';
import type { Pool } from '../db/pool.ts';
import { conflict } from '../errors.ts';
import type { Partner } from '../http/auth.ts';
import { createOrExplain } from '../http/create.ts';
import { describeDifferences, differences, parseExactly } from '../http/json.ts';
import { Supplier, type SupplierCreated } from './schemas.ts';
import { insertSuppliers, readSupplier, type NewSupplier } from './store.ts';
import { short } from '../short.ts';

interface Item extends NewSupplier {
  number: string;
  key: Key | undefined;
  answer: SupplierCreated;
}

const insert: Insert<Item, SupplierCreated> = async (tx, company, items) => {
  const registered = await insertSuppliers(tx, company, items.toSorted(byNumber), new Date());
  return items.map(({ eventId, answer }) => (registered.has(eventId) ? answer : undefined));
};

export function supplierCreation(pool: Pool, observe: (size: number) => void) {
  const submit = createBatch<Item, Outcome<SupplierCreated>>({
    write: (company, items) => writeOnce(pool, company, items, insert),
    weigh: ({ document }) => document.length,
    observe,
  });

  return (partner: Partner, { number }: Supplier, document: string, message: string, key: Key | undefined) => {
    const { companyId } = partner;
    const item: Item = { eventId: uuidv7(), partnerId: partner.id, document, number, key, answer: { message } };
    return createOrExplain(
      () => submit(companyId, item),
      async () => {
        const stored = await readSupplier(pool, companyId, number);
        if (stored === undefined) return;
        const paths = differences(parseExactly(stored), withoutEmpty(parseExactly(document) as Record<string, unknown>));
        throw conflict('supplier.exists', `A supplier with the number ${short(number)} exists already; ${describeDifferences(paths)}.`, number);
      },
    );
  };
}

/** The fields of a supplier that are not known are empty, so an empty one is the same as none. */
const withoutEmpty = (supplier: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(supplier).filter(([name, value]) => value !== '' || !Object.hasOwn(Supplier.properties, name)));

/** Rows are locked in the same order in every process, so that no two wait for each other in a circle. */
const byNumber = (a: Item, b: Item) => (a.number < b.number ? -1 : a.number > b.number ? 1 : 0);
