import type { SupplierCreated } from './schemas.ts';
import type { Partner } from '../../access/store.ts';
import type { DoorDeps } from '../../deps.ts';
import { conflict } from '../../errors/errors.ts';
import { differing } from '../../../common/errors/words.ts';
import { waking } from '../../events/followers.ts';
import { createBatch } from '../../ground/db/batch.ts';
import { createOrExplain, type ConflictExplanations } from '../../door/create-once.ts';
import { checkAlone } from '../../door/dry-run.ts';
import { writeOnce, type Insert, type IdempotencyKey, type Outcome } from '../../idempotency/store.ts';
import { newId } from '../../ground/db/ids.ts';
import { differences, parseExactly } from '../../ground/json/json.ts';
import { identifierOf, withIdentifiers } from '../../identifiers.ts';
import { Supplier, supplierIdentifiers } from '../shape.ts';
import { insertSuppliers, otherFormOf, readSupplier, readSupplierAsSent, type NewSupplier } from '../store.ts';

interface Item extends NewSupplier {
  key: IdempotencyKey | undefined;
  subjectId: string;
  answer: SupplierCreated;
}

const insert: Insert<Item, SupplierCreated> = async (tx, company, items) => {
  const registered = await insertSuppliers(tx, company, items.toSorted(byNumber), new Date());
  return items.map(({ eventId, answer }) => (registered.has(eventId) ? answer : undefined));
};

export function supplierCreation({ pool, followers, metrics, recordKinds }: DoorDeps) {
  const submit = createBatch<Item, Outcome<SupplierCreated>>({
    write: waking(followers, (company, items) => writeOnce(pool, company, items, insert)),
    weigh: ({ document }) => document.length,
    observe: metrics.observeBatch('createSupplier'),
  });

  const prepare = async (
    partner: Partner,
    traceId: string,
    supplier: Supplier,
    document: string,
    message: string,
    key: IdempotencyKey | undefined,
  ) => {
    const { companyId } = partner;
    const number = identifierOf(supplier.number);
    const item: Item = {
      eventId: newId(),
      partnerId: partner.id,
      partnerName: partner.name,
      traceId,
      document,
      number,
      subjectId: number,
      key,
      answer: { message },
    };
    const differencesOf = (stored: string) =>
      differences(parseExactly(stored), withoutEmpty(withIdentifiers(parseExactly(document), supplierIdentifiers)));
    const refuseAs = async (number: string) => {
      const stored = await readSupplier(pool, companyId, number);
      if (stored === undefined) return;
      throw conflict('supplier.exists', { number, ...differing(differencesOf(stored)) }, number);
    };
    const otherForm = await otherFormOf(pool, companyId, number);
    if (otherForm !== undefined) await refuseAs(otherForm);
    const explanations: ConflictExplanations = {
      key,
      recordKinds,
      explain: () => refuseAs(number),
      differencesFrom: async (earlier) => {
        const stored = await readSupplierAsSent(pool, companyId, earlier);
        return stored === undefined ? undefined : differencesOf(stored);
      },
    };
    return { companyId, item, explanations };
  };
  type Sent = Parameters<typeof prepare>;

  return {
    create: async (...sent: Sent) => {
      const { companyId, item, explanations } = await prepare(...sent);
      return createOrExplain(() => submit(companyId, item), explanations);
    },
    dryRun: async (...sent: Sent) => {
      const { companyId, item, explanations } = await prepare(...sent);
      return checkAlone(pool, companyId, explanations, () => ({ message: item.answer.message, findings: [] }));
    },
  };
}

/** An absent known field is stored as an empty text, so for known fields empty equals absent. */
const withoutEmpty = (supplier: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(supplier).filter(([name, value]) => value !== '' || !Object.hasOwn(Supplier.properties, name)),
  );

/** A fixed lock order in every process prevents deadlocks. */
const byNumber = (a: Item, b: Item) => (a.number < b.number ? -1 : a.number > b.number ? 1 : 0);
